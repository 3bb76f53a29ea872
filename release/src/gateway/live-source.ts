import { lt } from 'semver'
import * as v from 'valibot'
import { Live, listNamedReleases, normalisePath, buildReleaseKey } from '@adcoin/contract'
import { readFormerRegistry, type ServedFacts } from '../compose/former-registry.ts'
import { siblings, hashSha384 } from '../files/files.ts'
import type { KeyRing } from '../signing/key-ring.ts'
import { createMemoryCounter, type Counter } from '../store/counter.ts'
import type { Store } from '../store/store.ts'
import { FileCache, type ServedFile } from './file-cache.ts'

/** A composed file in memory with its compressed siblings. */
export type LiveFile = ServedFile & { readonly etag: string }

/** The served content. */
export type LiveContent = {
  readonly generation: number
  /** The page of an address: that of its route, else the one for the rest. */
  readonly pageAt: (address: string) => LiveFile
  /** `/live.json`; none of a number that was composed before 2026-11-28. */
  readonly live: LiveFile | undefined
  readonly registry: LiveFile
  readonly revoked: ReadonlySet<string>
  /**
   * In a deployment with overrides: whether that release was revoked for good. Else
   * undefined.
   */
  readonly isGone: ((app: string, id: string) => boolean) | undefined
}

/** Gives the live content, following the pointer. */
export type LiveSource = {
  /** The newest good content, at most `pollEveryMs` old; undefined before anything was live. */
  now(): Promise<LiveContent | undefined>
  /** Why an older generation is served instead of the newest; undefined if the newest is served. */
  trouble(): string | undefined
  /** For how many seconds an older generation has replaced the newest; undefined if the newest is served. */
  staleSeconds(): number | undefined
  stop(): void
}

/** The time that an answer waits for the store while older content can be shown. */
const patienceMs = 1_000

/**
 * Follows the pointer by reading it on request, at most every `pollEveryMs`; that of a bucket all the time, so that no
 * request waits for it. Content is trusted only if the operators signed it and its hashes match; a bad number, or one
 * lower than the highest seen, is reported, and the last good one stays.
 *
 * @param pollEveryMs  default 50; longest age in ms of an answer after a pointer move
 * @param counter      the highest number ever seen here; outlives this process
 * @param report       called once for each trouble, and with undefined at its end
 */
export function createLiveSource(
  store: Store,
  ring: () => Promise<KeyRing>,
  pollEveryMs = 50,
  counter: Counter = createMemoryCounter(),
  cache = new FileCache({ store, ring }),
  report: (trouble: string | undefined) => void = () => undefined,
): LiveSource {
  let content: LiveContent | undefined
  let trouble: string | undefined
  let reported: string | undefined
  let lookedAt = -Infinity
  let goodAt = performance.now()
  let looking: Promise<void> | undefined

  async function readPointer(): Promise<void> {
    try {
      const pointer = await (content ? store.pointer() : cache.readStartPointer())
      const highest = Math.max(content?.generation ?? 0, content?.generation === pointer ? 0 : await counter.read())
      if (pointer < highest) trouble = `the store has generation ${pointer}, but ${highest} was live: it was set back`
      else {
        if (pointer > (content?.generation ?? 0)) {
          const { releases, ...next } = readContent(await cache.getComposed(pointer), pointer)
          const followed = cache.follow(pointer, releases)
          if (content) await followed
          content = next
          await counter.raise(pointer)
        }
        trouble = undefined
      }
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error)
    }
    lookedAt = performance.now()
    if (trouble === undefined) goodAt = lookedAt
    if (trouble !== reported) report((reported = trouble))
  }
  async function now(): Promise<LiveContent | undefined> {
    if (performance.now() - lookedAt > pollEveryMs) {
      looking ??= readPointer().finally(() => (looking = undefined))
      // A store that is far, or down, does not keep those waiting who can have the last good one.
      if (!content) await looking
      else if (!cache.isFar) await Promise.race([looking, new Promise(done => setTimeout(done, patienceMs))])
    }
    return content
  }
  const timer = cache.isFar ? setInterval(() => void now(), pollEveryMs).unref() : undefined

  return {
    now,
    stop: () => clearInterval(timer),
    trouble: () => trouble,
    staleSeconds: () => (trouble === undefined ? undefined : Math.floor((performance.now() - goodAt) / 1000)),
  }
}

type Named = { readonly releases: readonly (readonly [app: string, id: string])[] }

function readContent(files: ReadonlyMap<string, Buffer>, n: number): LiveContent & Named {
  const whole = (path: string): LiveFile | undefined => {
    const bytes = files.get(path)
    if (!bytes) return undefined
    const encoded = new Map<string, Buffer>()
    for (const { suffix, encoding } of siblings) {
      const sibling = files.get(path + suffix)
      if (sibling) encoded.set(encoding, sibling)
    }
    return { bytes, etag: `"${hashSha384(bytes).slice(7, 31)}"`, encoded }
  }
  const pages = new Map<string, LiveFile>()
  for (const path of files.keys()) {
    const page = path.endsWith('index.html') ? whole(path) : undefined
    if (page) pages.set(normalisePath(`/${path.slice(0, -'index.html'.length)}`), page)
  }
  const rest = pages.get('/')
  const registry = whole('registry.json')
  if (!rest || !registry) throw new Error(`generation ${n} lacks its page or its registry`)
  // Before 2026-11-28 live.json was the list of files.
  const live = files.has('files.json') ? whole('live.json') : undefined
  const { named, revoked, overrides, floor } = live ? parseFacts(live.bytes) : readFormerRegistry(registry.bytes)
  const isGone = (app: string, id: string) =>
    revoked.includes(buildReleaseKey(app, id)) || lt(id.split('-')[0] ?? '', floor[app] ?? '0.0.0')
  return {
    generation: n,
    pageAt: address => pages.get(normalisePath(address)) ?? rest,
    live,
    registry,
    isGone: overrides === true ? isGone : undefined,
    revoked: new Set(revoked),
    releases: named,
  }
}

function parseFacts(bytes: Buffer): ServedFacts {
  const { apps, ...facts } = v.parse(Live, JSON.parse(bytes.toString('utf8')))
  const named = Object.entries(apps).flatMap(([app, entry]) => listNamedReleases(entry).map(id => [app, id] as const))
  return { ...facts, named }
}
