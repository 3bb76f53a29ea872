import * as v from 'valibot'

const storageKey = 'adcoin.strikes'
const attemptKey = 'adcoin.attempt'
/** Two failures within a day, and this browser leaves the version alone for the rest of it. */
const strikesAllowed = 2
const memoryMs = 24 * 60 * 60 * 1000
/** Longer than an attempt takes that ends, shorter than anybody looks at a page that hangs. */
const underWayMs = 1_500

const Strikes = v.record(v.string(), v.array(v.number()))
type Strikes = v.InferOutput<typeof Strikes>

/** The part of `localStorage` that is used; it may be absent, blocked, full or tampered with. */
export type StrikeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type Quarantine = {
  /** Counts a failure of `remote-wallet/1.0.0-0a1b2c3d4e5f`. */
  strike: (release: string) => void
  /** Counts as many failures as are needed for the release to be left alone. */
  leaveAlone: (release: string) => void
  isQuarantined: (release: string) => boolean
  /** Forgets an app's strikes: somebody pressed Retry. */
  forgive: (app: string) => void
  /**
   * Brackets what may never end, as evaluation and a first render: a release that the page did not come out of (endless
   * loop, killed tab) is left alone from the next start on. Call what it gives when it has ended.
   */
  begin: (release: string) => () => void
  /** Releases whose code the former page never came out of. */
  unfinished: readonly string[]
  /** The page is being left: what has begun and not ended is no sign of a hang. */
  leave: () => void
}

/**
 * Which versions failed in this browser. Kept over reloads where storage works, in memory where it does not.
 *
 * @param storage  looked up at each use, because reading `localStorage` may throw
 * @param now      milliseconds, as `Date.now`
 */
export function createQuarantine(storage: () => StrikeStorage, now: () => number): Quarantine {
  let strikes = read(storage)
  const open = new Map<string, number>()
  const unfinished = neverEnded(attempt(storage, held => held.getItem(attemptKey)) ?? '', now())

  const recent = (release: string) => (strikes[release] ?? []).filter(time => time <= now() && now() - time < memoryMs)
  const write = (next: Strikes) => {
    strikes = next
    attempt(storage, held => held.setItem(storageKey, JSON.stringify(next)))
  }
  const quarantine: Quarantine = {
    strike(release) {
      const known = Object.keys(strikes).filter(name => recent(name).length > 0)
      write({ ...Object.fromEntries(known.map(name => [name, recent(name)])), [release]: [...recent(release), now()] })
    },
    leaveAlone(release) {
      for (let strikes = 0; strikes < strikesAllowed; strikes++) quarantine.strike(release)
    },
    isQuarantined: release => recent(release).length >= strikesAllowed,
    forgive: app =>
      write(Object.fromEntries(Object.entries(strikes).filter(([release]) => !release.startsWith(`${app}/`)))),
    begin(release) {
      const since = now()
      open.set(release, since)
      keepOpen()
      return () => {
        if (open.get(release) !== since) return
        open.delete(release)
        keepOpen()
      }
    },
    unfinished,
    leave() {
      open.clear()
      keepOpen()
    },
  }
  function keepOpen(): void {
    const text = [...open].map(each => each.join(' ')).join()
    attempt(storage, held => (text === '' ? held.removeItem(attemptKey) : held.setItem(attemptKey, text)))
  }
  unfinished.forEach(quarantine.leaveAlone)
  if (unfinished.length > 0) keepOpen()
  return quarantine
}

/** What another tab is about this very moment has not failed to end. */
function neverEnded(text: string, now: number): readonly string[] {
  return text
    .split(',')
    .map(each => each.split(' '))
    .filter(([release = '', since]) => release !== '' && !(Math.abs(now - Number(since)) < underWayMs))
    .map(([release = '']) => release.slice(0, 80))
    .slice(0, 5)
}

function read(storage: () => StrikeStorage): Strikes {
  const parsed = v.safeParse(
    Strikes,
    attempt(storage, held => JSON.parse(held.getItem(storageKey) ?? '{}') as unknown),
  )
  return parsed.success ? parsed.output : {}
}

function attempt<Result>(storage: () => StrikeStorage, work: (held: StrikeStorage) => Result): Result | undefined {
  try {
    return work(storage())
  } catch {
    return undefined
  }
}
