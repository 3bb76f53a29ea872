import { dropDraft, readDraft, saveDraft, tabDrafts } from '@adcoin/session'
import * as v from 'valibot'

/** Unfinished work that the browser keeps. Only the code that defined the draft reads, saves and drops it. */
export type Draft<Value> = {
  /** The stored value, or undefined: none, damaged, or written by a release with another version of it. */
  read(part?: string): Value | undefined
  /** Keeps what the schema names and nothing else; a value that does not fit is not kept. */
  save(value: Value, part?: string): void
  drop(part?: string): void
}

type Definition<Schema> = {
  /**
   * The remote's own short name (`wallet`); `shell` in the shared packages, which come into the page with the shell.
   */
  readonly owner: string
  readonly name: string
  /** Raise it when an older or newer release could misread what this one writes. Nothing is migrated. */
  readonly version: number
  readonly schema: Schema
  /**
   * `person`: for the one who is signed in, two weeks at most, gone at logout but not at a 401, without fields named
   * like a secret.
   * `tab`: for the same person or visitor, until the tab is closed, with its secrets.
   */
  readonly keep?: 'person' | 'tab'
}

/**
 * The only way for a remote to store anything in the browser. The key contains owner and version, so that no release
 * reads values with another meaning, and the schema validates what is read.
 *
 * The build reads `owner`, `name` and `version` out of the sources (they must be literals) and writes them into the
 * release, so that "is this rollback safe?" is answered by the code. Each draft may have parts, `read(taskId)`.
 */
/*#__NO_SIDE_EFFECTS__*/
export function defineDraft<Schema extends v.GenericSchema>({
  owner,
  name,
  version,
  schema,
  keep = 'person',
}: Definition<Schema>): Draft<v.InferOutput<Schema>> {
  const store = keep === 'tab' ? tabDrafts : personDrafts
  const buildKey = (part: string | undefined) => `${owner}.${name}@${version}${part === undefined ? '' : `/${part}`}`
  const parseFitting = (value: unknown) => {
    const parsed = v.safeParse(schema, value)
    return parsed.success ? parsed.output : undefined
  }
  return {
    read: part => parseFitting(store.read(buildKey(part))),
    save(value, part) {
      const parsedValue = parseFitting(value)
      if (parsedValue !== undefined) store.save(buildKey(part), parsedValue)
    },
    drop: part => store.drop(buildKey(part)),
  }
}

const personDrafts = { read: readDraft, save: saveDraft, drop: dropDraft }
