import * as v from 'valibot'

const storageKey = 'adcoin.strikes'
const attemptKey = 'adcoin.attempt'
/** Two failures within a day, and this browser leaves the version alone for the rest of it. */
const strikesAllowed = 2
const memoryMs = 24 * 60 * 60 * 1000

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
   * Brackets evaluation: an attempt that never ended (endless loop, killed tab) counts as a strike at the next start.
   */
  begin: (release: string) => void
  end: () => void
}

/**
 * Which versions failed in this browser. Kept over reloads where storage works, in memory where it does not.
 *
 * @param storage  looked up at each use, because reading `localStorage` may throw
 * @param now      milliseconds, as `Date.now`
 */
export function createQuarantine(storage: () => StrikeStorage, now: () => number): Quarantine {
  let strikes = read(storage)
  const unfinished = attempt(storage, held => held.getItem(attemptKey))

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
    begin: release => void attempt(storage, held => held.setItem(attemptKey, release)),
    end: () => void attempt(storage, held => held.removeItem(attemptKey)),
  }
  if (unfinished) {
    quarantine.strike(unfinished.slice(0, 80))
    quarantine.end()
  }
  return quarantine
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
