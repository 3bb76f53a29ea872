import { Refusal } from '../refusals/refusal.ts'

export type Gate = { <Result>(work: () => Promise<Result>): Promise<Result>; hasRoom(): boolean }

/** What work that takes a processor says to those for whom there is no room, in the queue either. */
export const queueFull = (): Refusal => new Refusal('too_many', { retryAfter: 5 })

/** Lets `width` run, keeps `depth` waiting in order, refuses the rest with 429. */
export function gate(width: number, depth: number): Gate {
  let running = 0
  const waiting: (() => void)[] = []
  const hasRoom = (): boolean => running < width || waiting.length < depth
  const through = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (!hasRoom()) throw queueFull()
    if (running >= width) await new Promise<void>(go => waiting.push(go))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
  return Object.assign(through, { hasRoom })
}

/** At most these wait for one key; a caller who floods one account is refused beyond that. */
const waitingPerKey = 20

/**
 * One after the other per key, in this process: parallel tries of one person never count each other's unfinished ones.
 */
export function keyedTurns(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const gates = new Map<string, { through: Gate; inside: number }>()
  return async (key, work) => {
    const place = gates.get(key) ?? { through: gate(1, waitingPerKey), inside: 0 }
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
