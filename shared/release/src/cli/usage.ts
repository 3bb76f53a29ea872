import type { Command } from './command.ts'
import { commands, everywhere } from './commands.ts'
import type { Options } from './words.ts'

const lineOf = (name: string, { words }: Command) => [name, ...words].join(' ')

/** What the command line can do. */
export function usage(): string {
  return [
    'npm run release -- <command>',
    '',
    ...Object.entries(commands).map(([name, command]) => `  ${lineOf(name, command).padEnd(30)} ${command.says}`),
    '',
    'Everywhere:',
    ...optionLines(everywhere),
    '',
    '<command> --help names its own options. The store is RELEASE_STORE, else DATA_DIR/store (DATA_DIR: .data).',
    'Exit code: 0 done, 1 refused or not well, 2 not understood.',
  ].join('\n')
}

/** What one command does, with every option. */
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
