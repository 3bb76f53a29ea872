export type ChaosOptions = {
  readonly minutes: number
  readonly seed: number
  readonly people: number
  readonly isJson: boolean
}

export const chaosUsage = `npm run chaos -- [--minutes 30] [--seed N] [--people 3] [--json]
  people use a product of its own while faults, releases and rollbacks strike every few seconds
  -- --soak [--hours 1] [--mounts 500] [--connections 300]: does anything grow under load`

/** Undefined for an unknown word. Without a seed, one of this moment is taken and printed. */
export function parseChaosOptions(words: readonly string[]): ChaosOptions | undefined {
  const numbers = new Map<string, number>()
  let isJson = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--json') isJson = true
    else if (['--minutes', '--seed', '--people'].includes(word) && /^[1-9]\d{0,8}$/.test(words[at + 1] ?? ''))
      numbers.set(word, Number(words[++at]))
    else return undefined
  }
  return {
    minutes: numbers.get('--minutes') ?? 30,
    seed: numbers.get('--seed') ?? (Date.now() % 1_000_000) + 1,
    people: numbers.get('--people') ?? 3,
    isJson,
  }
}
