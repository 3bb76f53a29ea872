const attemptKey = 'adcoin.attempt'
/** Longer than work that ends, shorter than a person looks at a hanging page. */
const underWayMs = 1_500
const mostUnfinished = 5

/** The part of `localStorage` that is used; it may be absent, blocked, full or tampered with. */
export type QuarantineStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Releases are named by their key, `remote-wallet/1.0.0-0a1b2c3d4e5f`. */
export type Quarantine = {
  /** The release failed in this page: it goes last here. Nothing is stored: no page knows whose fault it was. */
  postpone: (release: string) => void
  isAvoided: (release: string) => boolean
  /** Forgets what failed of an app: a person asked for another try. */
  reset: (app: string) => void
  /** Forgets what failed while the network was away, but no release that would stop the page again. */
  resetAll: () => void
  /**
   * Marks work that may never end, as evaluation and a first render. A release whose mark is found at the next visit
   * hung, or its tab was killed: it is avoided in that visit. Call what it returns when the work has ended.
   */
  begin: (release: string) => () => void
  /** Releases whose code the former page never came out of. */
  unfinished: readonly string[]
  /** The page is left or hidden: work that has begun and not ended is no sign of a hang. */
  leave: () => void
}

/**
 * The releases that this page avoids.
 *
 * @param storage  for marks of running work; looked up at each use, because reading `localStorage` may throw
 * @param now      milliseconds, as `Date.now`
 */
export function createQuarantine(storage: () => QuarantineStorage, now: () => number): Quarantine {
  const marks = createMarks(storage, now)
  const postponed = new Set<string>()
  const hung = new Set(marks.unfinished)
  return {
    postpone: release => void postponed.add(release),
    isAvoided: release => postponed.has(release) || hung.has(release),
    reset(app) {
      for (const releases of [postponed, hung])
        for (const release of releases) if (release.startsWith(`${app}/`)) releases.delete(release)
    },
    resetAll: () => postponed.clear(),
    ...marks,
  }
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
