import { formatVariablesHelp } from '@adcoin/contract'
import { variables } from '../variables.ts'
import type { Command, Options } from './command-line.ts'
import { commands, commonOptions } from './commands.ts'

const ownVariables = [
  'DATA_DIR',
  'SERVICE',
  'OPERATORS_SECRET',
  'RELEASE_STORE',
  'RELEASE_STORE_ENDPOINT',
  'RELEASE_KEYS',
  'RELEASE_PRIVATE_KEYS',
  'RELEASE_BY',
] as const

/** Help of the command line. */
export function formatUsage(): string {
  return [
    'npm run release -- <command>',
    '',
    ...Object.entries(commands).map(
      ([name, command]) => `  ${formatCommandLine(name, command).padEnd(30)} ${command.summary}`,
    ),
    '',
    'Everywhere:',
    ...optionLines(commonOptions),
    '',
    'Variables of the environment:',
    formatVariablesHelp(Object.fromEntries(ownVariables.map(name => [name, variables[name]]))),
    '',
    '<command> --help names its own options.',
    'Exit code: 0 done, 1 refused or not well, 2 not understood.',
  ].join('\n')
}

const formatCommandLine = (name: string, { words }: Command) => [name, ...words].join(' ')

/** Help of one command, with every option. */
export function formatCommandUsage(name: string, command: Command): string {
  return [
    `npm run release -- ${formatCommandLine(name, command)}`,
    '',
    `  ${command.summary}`,
    '',
    ...optionLines({ ...command.options, ...commonOptions }),
  ].join('\n')
}

function optionLines(options: Options): readonly string[] {
  return Object.entries(options).map(
    ([name, { value, summary }]) => `  ${`--${name}${value === undefined ? '' : ` ${value}`}`.padEnd(30)} ${summary}`,
  )
}
