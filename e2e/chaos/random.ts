/** Numbers that look random and are the same again for the same seed: mulberry32. */
export type Random = {
  /** A whole number from 0 up to, not including, `below`. */
  integerBelow(below: number): number
  /** One of these. */
  pick<Item>(items: readonly Item[]): Item
  /** All of these, in another order. */
  shuffle<Item>(items: readonly Item[]): readonly Item[]
}

/** @param seed  what it depends on; words after the number give streams of their own */
export function createRandom(seed: number, stream = ''): Random {
  let state =
    [...stream].reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193), seed) >>> 0
  const nextShare = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integerBelow = (limit: number) => Math.floor(nextShare() * limit)
  return {
    integerBelow,
    pick(items) {
      const chosen = items[integerBelow(items.length)]
      if (chosen === undefined) throw new Error('nothing to choose from')
      return chosen
    },
    shuffle(items) {
      const rest = [...items]
      return items.map(() => rest.splice(integerBelow(rest.length), 1)[0] as (typeof items)[number])
    },
  }
}
