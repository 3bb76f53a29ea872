import { lt } from 'semver'
import * as v from 'valibot'
import { Live, namedReleases, plainPath, releaseKey } from '@adcoin/contract'
import { siblings, sha384 } from '../files/files.ts'
import type { KeyRing } from '../signing/key-ring.ts'
import { memoryCounter, type Counter } from '../store/counter.ts'
import type { Store } from '../store/store.ts'
import { KeptFiles, type ServedFile } from './kept-files.ts'

/** A composed file in memory with its compressed siblings. */
export type LiveFile = ServedFile & { readonly etag: string }

/** The served content. */
export type LiveContent = {
  readonly number: number
  /** The page of an address. */
  readonly pageAt: (address: string) => LiveFile
  /** `live.json` and `registry.json`; a number of before 2026-11-28 has the latter alone. */
  readonly data: ReadonlyMap<string, LiveFile>
  readonly revoked: ReadonlySet<string>
  /**
   * In a deployment that lets people try releases that are not live: whether that one is gone for good. Else
   * undefined.
   */
  readonly isGone: ((app: string, id: string) => boolean) | undefined
}

/** Gives the live content, following the pointer. */
export type LiveSite = {
  /** The newest good content, at most `lookEveryMs` old; undefined before anything was live. */
  now(): Promise<LiveContent | undefined>
  /** Why the newest is not served, while an older one is; undefined when all is well. */
  trouble(): string | undefined
  /** For how many seconds the last good one has stood in for the newest; undefined when all is well. */
  staleSeconds(): number | undefined
  stop(): void
}

/** The time that an answer waits for the store while older content can be shown. */
const patienceMs = 1_000

/**
 * Follows the pointer by reading it on request, at most every `lookEveryMs`; that of a bucket all the time, so that no
 * request waits for it. Content is trusted only if the operators
 * signed it and its hashes match; a bad one, or a number lower than the highest seen, is reported, and the last good one
 * stays.
 *
 * @param lookEveryMs  default 50; longest age in ms of an answer after a pointer move
 * @param counter      the highest number ever seen here; outlives this process
 * @param report         called once for each trouble, and with undefined at its end
 */
export function liveSite(
  store: Store,
  ring: () => Promise<KeyRing>,
  lookEveryMs = 50,
  counter: Counter = memoryCounter(),
  kept = new KeptFiles({ store, ring }),
  report: (trouble: string | undefined) => void = () => undefined,
): LiveSite {
  let content: LiveContent | undefined
  let trouble: string | undefined
  let reported: string | undefined
  let lookedAt = -Infinity
  let goodAt = performance.now()
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    try {
      const pointer = await (content ? store.pointer() : kept.startPointer())
      const highest = Math.max(content?.number ?? 0, content?.number === pointer ? 0 : await counter.read())
      if (pointer < highest) trouble = `the store shows number ${pointer} after ${highest} was live: it was set back`
      else {
        if (pointer > (content?.number ?? 0)) {
          const { releases, ...next } = readContent(await kept.composed(pointer), pointer)
          const followed = kept.follow(pointer, releases)
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
    if (performance.now() - lookedAt > lookEveryMs) {
      looking ??= look().finally(() => (looking = undefined))
      // A store that is far, or down, does not keep those waiting who can have the last good one.
      if (!content) await looking
      else if (!kept.isFar) await Promise.race([looking, new Promise(done => setTimeout(done, patienceMs))])
    }
    return content
  }
  const timer = kept.isFar ? setInterval(() => void now(), lookEveryMs).unref() : undefined

  return {
    now,
    stop: () => clearInterval(timer),
    trouble: () => trouble,
    staleSeconds: () => (trouble === undefined ? undefined : Math.floor((performance.now() - goodAt) / 1000)),
  }
}

type Named = { readonly releases: readonly (readonly [app: string, id: string])[] }

function readContent(files: ReadonlyMap<string, Buffer>, number: number): LiveContent & Named {
  const fileAt = (path: string): readonly (readonly [string, LiveFile])[] => {
    const bytes = files.get(path)
    if (!bytes) return []
    const encoded = siblings.flatMap(({ suffix, encoding }) => {
      const sibling = files.get(path + suffix)
      return sibling ? [[encoding, sibling] as const] : []
    })
    return [[path, { bytes, etag: `"${sha384(bytes).slice(7, 31)}"`, encoded: new Map(encoded) }]]
  }
  const pages = new Map([...files.keys()].filter(path => path.endsWith('.html')).flatMap(fileAt))
  const rest = pages.get('index.html')
  const isFormer = !files.has('files.json')
  const data = new Map((isFormer ? ['registry.json'] : ['live.json', 'registry.json']).flatMap(fileAt))
  const [described] = data.values()
  if (!rest || !described) throw new Error(`number ${number} is composed without its page, or without what is live`)
  const ofRoutes = new Map(
    [...pages].map(([path, page]) => [plainPath(`/${path.replace(/\/?index\.html$/, '')}`), page]),
  )
  return {
    number,
    pageAt: address => ofRoutes.get(plainPath(address)) ?? rest,
    data,
    ...namedIn(JSON.parse(described.bytes.toString('utf8')), isFormer),
  }
}

const Id = v.object({ id: v.string() })
const FormerApp = v.object({ active: Id, previous: v.array(Id), canary: v.optional(v.object({ release: Id })) })
const Former = v.object({ ...v.omit(Live, ['number', 'created']).entries, apps: v.record(v.string(), FormerApp) })

/** What is live, what is gone, and whether other releases may be tried. */
function namedIn(json: unknown, isFormer: boolean): Pick<LiveContent, 'isGone' | 'revoked'> & Named {
  const { revoked, floor, overrides, apps } = isFormer ? v.parse(Former, json) : v.parse(Live, json)
  const isGone = (app: string, id: string) =>
    revoked.includes(releaseKey(app, id)) || lt(id.split('-')[0] ?? '', floor[app] ?? '0.0.0')
  const idsOf = (entry: (typeof apps)[string]) => {
    if ('versions' in entry) return namedReleases(entry)
    return [entry.active, ...entry.previous, ...(entry.canary ? [entry.canary.release] : [])].map(({ id }) => id)
  }
  return {
    isGone: overrides === true ? isGone : undefined,
    revoked: new Set(revoked),
    releases: Object.entries(apps).flatMap(([app, entry]) => idsOf(entry).map(id => [app, id] as const)),
  }
}
