import type { Site } from '../operations/site.ts'
import type { Options, Words } from './words.ts'

/** What a command says: data for `--json`, lines for people, and whether all is well (exit code 0, else 1). */
export type Answer = { readonly data: unknown; readonly lines: readonly string[]; readonly isBad?: boolean }

/** What every command gets. `app` is empty for those that are about no single app. */
export type CommandInput = {
  /** Opens the store; only a command that will look into it does. */
  open(): Promise<Site>
  readonly words: Words
  /** The words after the command's name and its app. */
  readonly rest: readonly string[]
  readonly root: string
  /** The data folder: store, keys, and where the service is. */
  readonly data: string
  readonly app: string
}

export type Command = {
  /** What follows its name, as the usage text writes it; `<app>` first where it needs one. */
  readonly words: readonly string[]
  readonly says: string
  readonly options?: Options
  /** It changes what people have: without --why it is refused. */
  readonly needsReason?: boolean
  /** It makes a store, waits for one, or needs none. */
  readonly startsWithoutStore?: boolean
  load(): Promise<{ run(input: CommandInput): Promise<Answer> }>
}
