import { lt } from 'semver'
import * as v from 'valibot'
import { Registry, releaseKey } from '@adcoin/contract'
import { readComposed } from '../compose/read-composed.ts'
import { siblings, sha384 } from '../files/files.ts'
import type { KeyRing } from '../signing/key-ring.ts'
import { memoryCounter, type Counter } from '../store/counter.ts'
import type { Store } from '../store/store.ts'

/** A composed file in memory with its compressed siblings. */
export type LiveFile = { readonly bytes: Buffer; readonly etag: string; readonly encoded: ReadonlyMap<string, Buffer> }

/** The served content. */
export type LiveContent = {
  readonly generation: number
  readonly page: LiveFile
  readonly registry: LiveFile
  readonly revoked: ReadonlySet<string>
  /**
   * In a deployment that lets people try releases that are not live: whether that one is gone for good. Else
   * undefined.
   */
  readonly isGone: ((app: string, id: string) => boolean) | undefined
}

/** Gives the live content, following the pointer. */
export type LiveSite = {
  /** The newest good content, at most `lookEveryMs` old; undefined before the first generation. */
  now(): Promise<LiveContent | undefined>
  /** Why the newest generation is not served, while an older one is; undefined when all is well. */
  trouble(): string | undefined
  /** For how many seconds the last good one has stood in for the newest; undefined when all is well. */
  staleSeconds(): number | undefined
}

/** The time that an answer waits for the store while older content can be shown. */
const patienceMs = 1_000

/**
 * Follows the pointer by reading it on request, at most every `lookEveryMs`. Content is trusted only if the operators
 * signed it and its hashes match; a bad generation, or one lower than the highest seen, is reported, and the last good
 * one stays.
 *
 * @param lookEveryMs  default 50; longest age in ms of an answer after a pointer move
 * @param counter      the highest generation ever seen here; outlives this process
 */
export function liveSite(
  store: Store,
  ring: () => Promise<KeyRing>,
  lookEveryMs = 50,
  counter: Counter = memoryCounter(),
): LiveSite {
  let content: LiveContent | undefined
  let trouble: string | undefined
  let lookedAt = -Infinity
  let goodAt = performance.now()
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    try {
      const pointer = await store.pointer()
      const highest = Math.max(content?.generation ?? 0, content?.generation === pointer ? 0 : await counter.read())
      if (pointer < highest)
        trouble = `the store shows generation ${pointer} after ${highest} was live: it was set back`
      else {
        if (pointer > (content?.generation ?? 0)) {
          content = await readContent(store, await ring(), pointer)
          await counter.raise(pointer)
        }
        trouble = undefined
      }
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error)
    }
    lookedAt = performance.now()
    if (trouble === undefined) goodAt = lookedAt
  }

  return {
    async now() {
      if (performance.now() - lookedAt > lookEveryMs) {
        looking ??= look().finally(() => (looking = undefined))
        // A store that is far, or down, does not keep those waiting who can have the last good one.
        await (content ? Promise.race([looking, new Promise(done => setTimeout(done, patienceMs))]) : looking)
      }
      return content
    },
    trouble: () => trouble,
    staleSeconds: () => (trouble === undefined ? undefined : Math.floor((performance.now() - goodAt) / 1000)),
  }
}

async function readContent(store: Store, ring: KeyRing, n: number): Promise<LiveContent> {
  const files = await readComposed(store, ring, n)
  const whole = (path: string): LiveFile | undefined => {
    const bytes = files.get(path)
    if (!bytes) return undefined
    const encoded = new Map<string, Buffer>()
    for (const { suffix, encoding } of siblings) {
      const sibling = files.get(path + suffix)
      if (sibling) encoded.set(encoding, sibling)
    }
    return { bytes, etag: `"${sha384(bytes).slice(7, 31)}"`, encoded }
  }
  const page = whole('index.html')
  const registry = whole('registry.json')
  if (!page || !registry) throw new Error(`generation ${n} is composed without its page or its registry`)
  const { revoked, overrides, floor = {} } = v.parse(Registry, JSON.parse(registry.bytes.toString('utf8')))
  const isGone = (app: string, id: string) =>
    revoked.includes(releaseKey(app, id)) || lt(id.split('-')[0] ?? '', floor[app] ?? '0.0.0')
  return {
    generation: n,
    page,
    registry,
    isGone: overrides === true ? isGone : undefined,
    revoked: new Set(revoked),
  }
}
