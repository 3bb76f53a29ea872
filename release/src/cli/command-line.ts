import { parseArgs } from 'node:util'
import type { ReleaseContext } from '../operations/release-context.ts'
import { suggestWord } from '../refusal.ts'

/** Thrown for a command line that cannot be read; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** An option with its help text; one without `value` is on or off. */
type Option = { readonly summary: string; readonly value?: string }
export type Options = Readonly<Record<string, Option>>

/** A command line, read: the words in order, and the options by name. */
export type CommandWords = {
  readonly words: readonly string[]
  flag(name: string): boolean
  value(name: string): string | undefined
}

/**
 * Reads `--name`, `--name value` and `--name=value`, anywhere in the line.
 *
 * @throws Usage for an option that is not among these, or without the value that it needs
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

/** The result of a command: data for `--json`, lines for people, and whether all is well (exit code 0, else 1). */
export type CommandAnswer = { readonly data: unknown; readonly lines: readonly string[]; readonly isBad?: boolean }

/** The arguments of every command. `app` is empty where none is named. */
export type CommandInput = {
  /** Opens the store; only a command that will look into it does. */
  open(): Promise<ReleaseContext>
  readonly words: CommandWords
  /** The words after the command's name and its app. */
  readonly rest: readonly string[]
  readonly root: string
  /** The data folder: store, keys, and where the service is. */
  readonly data: string
  readonly app: string
}

export type Command = {
  /** The words after its name, as the help text writes them; `<app>` first if it needs one, `[app]` if it takes one. */
  readonly words: readonly string[]
  readonly summary: string
  readonly options?: Options
  /** It changes what people have: without --why it is refused. */
  readonly needsReason?: boolean
  /** It makes a store, waits for one, or needs none. */
  readonly startsWithoutStore?: boolean
  load(): Promise<{ run(input: CommandInput): Promise<CommandAnswer> }>
}
