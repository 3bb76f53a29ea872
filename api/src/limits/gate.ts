import { Refusal } from '../refusals/refusal.ts'

export type Gate = {
  <Result>(work: () => Promise<Result>, lane?: number): Promise<Result>
  hasRoom(lane?: number): boolean
}

/**
 * Lets `width` run, keeps `depth` of each lane waiting in order, refuses the rest with 429. Lanes take turns, so a full
 * lane never makes another one wait for more than one of its own.
 */
export function createGate(width: number, depth: number, lanes = 1): Gate {
  let running = 0
  let last = 0
  const waiting: (() => void)[][] = Array.from({ length: lanes }, () => [])
  const queueOf = (lane: number): (() => void)[] => waiting[lane] ?? []
  const hasRoom = (lane = 0): boolean => running < width || queueOf(lane).length < depth
  const next = (): (() => void) | undefined => {
    for (let step = 1; step <= lanes; step += 1) {
      const lane = (last + step) % lanes
      const go = queueOf(lane).shift()
      if (!go) continue
      last = lane
      return go
    }
    return undefined
  }
  const through = async <Result>(work: () => Promise<Result>, lane = 0): Promise<Result> => {
    if (!hasRoom(lane)) throw queueFull()
    if (running >= width) await new Promise<void>(go => queueOf(lane).push(go))
    else running += 1
    try {
      return await work()
    } finally {
      const go = next()
      if (go) go()
      else running -= 1
    }
  }
  return Object.assign(through, { hasRoom })
}

/** Answer of processor work when there is no room, in the queue either. */
export const queueFull = (): Refusal => new Refusal('too_many', { retryAfter: 5 })

/** At most these wait for one key; a caller who floods one account is refused beyond that. */
const waitingPerKey = 20

/**
 * One after the other per key, in this process: parallel tries of one person never count each other's unfinished ones.
 */
export function createKeyedTurns(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const gates = new Map<string, { through: Gate; inside: number }>()
  return async (key, work) => {
    const place = gates.get(key) ?? { through: createGate(1, waitingPerKey), inside: 0 }
    gates.set(key, place)
    place.inside += 1
    try {
      return await place.through(work)
    } finally {
      place.inside -= 1
      if (place.inside === 0) gates.delete(key)
    }
  }
}
