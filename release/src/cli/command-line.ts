import { parseArgs } from 'node:util'
import type { ReleaseContext } from '../operations/release-context.ts'
import { suggestWord } from '../refusal.ts'

/** Thrown for a command line that cannot be read; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** An option with its help text. Without `value` it is a flag. */
type Option = { readonly summary: string; readonly value?: string }
export type Options = Readonly<Record<string, Option>>

/** A parsed command line: the words in order, and the options by name. */
export type CommandWords = {
  readonly words: readonly string[]
  flag(name: string): boolean
  value(name: string): string | undefined
}

/**
 * Reads `--name`, `--name value` and `--name=value`, anywhere in the line.
 *
 * @throws UsageError for an unknown option or a missing value
 */
export function readWords(args: readonly string[], options: Options): CommandWords {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, { value }]) => [
          name,
          { type: value === undefined ? 'boolean' : 'string' },
        ]),
      ),
    })
    const given = new Map(Object.entries(values))
    return {
      words: positionals,
      flag: name => given.get(name) === true,
      value: name => {
        const value = given.get(name)
        return typeof value === 'string' ? value : undefined
      },
    }
  } catch (error) {
    const [message = '', unknown] =
      /^Unknown option '--([^']+)'/.exec(error instanceof Error ? error.message : '') ?? []
    if (unknown !== undefined)
      throw new UsageError(`${message}. ${suggestWord(unknown, Object.keys(options))}`.trimEnd())
    throw new UsageError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
}

/** The result of a command: data for `--json`, lines for people; `isBad` means exit code 1. */
export type CommandAnswer = { readonly data: unknown; readonly lines: readonly string[]; readonly isBad?: boolean }

/** The arguments of every command. `app` is empty if the line names none. */
export type CommandInput = {
  /** Opens the store. Commands that need no store do not call it. `isSigning`: missing keys of a local one are made. */
  open(isSigning?: boolean): Promise<ReleaseContext>
  readonly words: CommandWords
  /** The words after the command's name and its app. */
  readonly rest: readonly string[]
  readonly root: string
  /** The data folder: store, keys, and the address of the service. */
  readonly data: string
  readonly app: string
}

export type Command = {
  /** The words after its name in the help text; first `<app>` if it needs one, `[app]` if it accepts one; `…`: more. */
  readonly words: readonly string[]
  readonly summary: string
  readonly options?: Options
  /** It changes the product for people, so --why is required. */
  readonly needsReason?: boolean
  /** It creates a store, waits for one, or needs none. */
  readonly startsWithoutStore?: boolean
  load(): Promise<{ run(input: CommandInput): Promise<CommandAnswer> }>
}
