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
    'Options of every command:',
    ...optionLines(commonOptions),
    '',
    'Environment variables:',
    formatVariablesHelp(Object.fromEntries(ownVariables.map(name => [name, variables[name]]))),
    '',
    '<command> --help lists the options of that command.',
    'Exit code: 0 done, 1 refused or problems found, 2 wrong usage.',
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
