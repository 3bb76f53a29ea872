import { variablesHelp } from '@adcoin/contract'
import { variables } from '../variables.ts'
import type { Command, Options } from './command-line.ts'
import { commands, everywhere } from './commands.ts'

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

const lineOf = (name: string, { words }: Command) => [name, ...words].join(' ')

/** Help of the command line. */
export function usage(): string {
  return [
    'npm run release -- <command>',
    '',
    ...Object.entries(commands).map(([name, command]) => `  ${lineOf(name, command).padEnd(30)} ${command.says}`),
    '',
    'Everywhere:',
    ...optionLines(everywhere),
    '',
    'Variables of the environment:',
    variablesHelp(Object.fromEntries(ownVariables.map(name => [name, variables[name]]))),
    '',
    '<command> --help names its own options.',
    'Exit code: 0 done, 1 refused or not well, 2 not understood.',
  ].join('\n')
}

/** Help of one command, with every option. */
export function usageOf(name: string, command: Command): string {
  return [
    `npm run release -- ${lineOf(name, command)}`,
    '',
    `  ${command.says}`,
    '',
    ...optionLines({ ...command.options, ...everywhere }),
  ].join('\n')
}

function optionLines(options: Options): readonly string[] {
  return Object.entries(options).map(
    ([name, { value, says }]) => `  ${`--${name}${value === undefined ? '' : ` ${value}`}`.padEnd(30)} ${says}`,
  )
}
