import { createHash } from 'node:crypto'

/** The same numbers for the same seed: whole, from 0 to below `end`. */
export function makeDice(seed: string): (end: number) => number {
  let count = 0
  return end => {
    count += 1
    return createHash('sha256').update(`${seed}:${count}`).digest().readUInt32BE(0) % end
  }
}
