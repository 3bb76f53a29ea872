import type { Engine } from '../database/engine.ts'

/** From now on every message to the database that its answer is waited for is counted. */
export function watchRoundTrips(engine: Engine): { count<Result>(work: () => Promise<Result>): Promise<number> } {
  let trips = 0
  const acquire = engine.acquire.bind(engine)
  engine.acquire = async () => {
    const lane = await acquire()
    return {
      query: (...requests) => ((trips += 1), lane.query(...requests)),
      exec: sql => ((trips += 1), lane.exec(sql)),
      release: isBroken => lane.release(isBroken),
    }
  }
  return {
    async count(work) {
      const before = trips
      await work()
      return trips - before
    },
  }
}
