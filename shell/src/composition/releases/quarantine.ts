import * as v from 'valibot'

const storageKey = 'adcoin.strikes'
const attemptKey = 'adcoin.attempt'
/** Two failures within a day, and this browser avoids the version for the rest of it. */
const failuresAllowed = 2
const memoryMs = 24 * 60 * 60 * 1000
/** Longer than work that ends, shorter than a person looks at a hanging page. */
const underWayMs = 1_500
const mostUnfinished = 5

const Failures = v.record(v.string(), v.array(v.number()))
type Failures = v.InferOutput<typeof Failures>

/** The part of `localStorage` that is used; it may be absent, blocked, full or tampered with. */
export type QuarantineStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Releases are named by their key, `remote-wallet/1.0.0-0a1b2c3d4e5f`. */
export type Quarantine = {
  /** Counts a failure of the release's own. */
  count: (release: string) => void
  /** The release goes last in this page, after as many failures; nothing is stored. */
  postpone: (release: string) => void
  isAvoided: (release: string) => boolean
  /** Resets the counts of an app: the person asked for another try. */
  reset: (app: string) => void
  /**
   * Marks work that may never end, as evaluation and a first render. A release whose mark is found at the next visit
   * hung, or its tab was killed: it is avoided in that visit, and counts as one failure. Call what it returns when the
   * work has ended.
   */
  begin: (release: string) => () => void
  /** Releases whose code the former page never came out of. */
  unfinished: readonly string[]
  /** The page is left or hidden: work that has begun and not ended is no sign of a hang. */
  leave: () => void
}

/**
 * The versions that failed in this browser. Stored if storage works, so that all tabs count together; in memory if it
 * does not.
 *
 * @param storage  looked up at each use, because reading `localStorage` may throw
 * @param now      milliseconds, as `Date.now`
 */
export function createQuarantine(storage: () => QuarantineStorage, now: () => number): Quarantine {
  let failures = read(storage)
  const postponed = new Map<string, number>()
  const marks = createMarks(storage, now)

  const recent = (release: string) => (failures[release] ?? []).filter(time => time <= now() && now() - time < memoryMs)
  /** Other tabs write too: what they counted meanwhile stays. */
  function change(update: (known: Failures) => Failures): void {
    const stored = read(storage)
    const all = [...new Set([...Object.keys(stored), ...Object.keys(failures)])]
    failures = Object.fromEntries(
      all.map(release => [release, [...new Set([...(stored[release] ?? []), ...(failures[release] ?? [])])]]),
    )
    const known = all.filter(release => recent(release).length > 0)
    failures = update(Object.fromEntries(known.map(release => [release, recent(release)])))
    attempt(storage, held => held.setItem(storageKey, JSON.stringify(failures)))
  }
  const postpone = (release: string, times = 1) => void postponed.set(release, (postponed.get(release) ?? 0) + times)
  const quarantine: Quarantine = {
    count(release) {
      change(known => {
        const times = known[release] ?? []
        // Two failures within a millisecond are two.
        return { ...known, [release]: [...times, now() - times.length / 1000] }
      })
    },
    postpone: release => postpone(release),
    isAvoided: release => recent(release).length + (postponed.get(release) ?? 0) >= failuresAllowed,
    reset(app) {
      const isOther = ([release]: [string, unknown]) => !release.startsWith(`${app}/`)
      for (const release of postponed.keys()) if (release.startsWith(`${app}/`)) postponed.delete(release)
      change(known => Object.fromEntries(Object.entries(known).filter(isOther)))
    },
    ...marks,
  }
  for (const release of marks.unfinished) {
    quarantine.count(release)
    postpone(release, failuresAllowed)
  }
  return quarantine
}

/** Each tab writes and removes its own marks only. */
function createMarks(storage: () => QuarantineStorage, now: () => number) {
  const open = new Map<string, number>()
  const own = new Set<string>()
  const stored = () => (attempt(storage, held => held.getItem(attemptKey)) ?? '').split(',').filter(mark => mark !== '')
  const isUnderWay = (mark: string) => Math.abs(now() - Number(mark.split(' ')[1])) < underWayMs
  const found = stored()
  // Work that another tab is doing right now has not failed.
  const unfinished = found
    .filter(mark => !isUnderWay(mark))
    .map(mark => (mark.split(' ')[0] ?? '').slice(0, 80))
    .filter(release => release !== '')
    .slice(0, mostUnfinished)
  if (found.length > 0) write(found.filter(isUnderWay))

  function write(marks: readonly string[]): void {
    const text = marks.slice(-2 * mostUnfinished).join()
    attempt(storage, held => (text === '' ? held.removeItem(attemptKey) : held.setItem(attemptKey, text)))
  }
  function keepOpen(): void {
    const others = stored().filter(mark => !own.has(mark))
    own.clear()
    for (const each of open) own.add(each.join(' '))
    write([...others, ...own])
  }
  return {
    unfinished,
    begin(release: string) {
      const since = now()
      open.set(release, since)
      keepOpen()
      return () => {
        if (open.get(release) !== since) return
        open.delete(release)
        keepOpen()
      }
    },
    leave() {
      open.clear()
      keepOpen()
    },
  }
}

function read(storage: () => QuarantineStorage): Failures {
  const parsed = v.safeParse(
    Failures,
    attempt(storage, held => JSON.parse(held.getItem(storageKey) ?? '{}') as unknown),
  )
  return parsed.success ? parsed.output : {}
}

function attempt<Result>(
  storage: () => QuarantineStorage,
  work: (held: QuarantineStorage) => Result,
): Result | undefined {
  try {
    return work(storage())
  } catch {
    return undefined
  }
}
