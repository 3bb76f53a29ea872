import { describe, expect, it } from 'vitest'
import { timeDifference } from './time-difference.ts'

/** Noise of a loaded machine: 40 ms wide, and every tenth measurement half a second late. The same in every run. */
function noiseFrom(seed: number): () => number {
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  return () => random() * 40 + (random() < 0.1 ? random() * 500 : 0)
}

describe('the comparison of times', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('finds no difference where there is none, under noise %i', async seed => {
    const noise = noiseFrom(seed)
    expect((await timeDifference(async () => noise() - noise(), { limit: 5 })).verdict).not.toBe('different')
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('finds 12 ms beneath noise many times as large, %i', async seed => {
    const noise = noiseFrom(seed)
    expect((await timeDifference(async () => 12 + noise() - noise(), { limit: 5 })).verdict).toBe('different')
    expect((await timeDifference(async () => noise() - noise() - 12, { limit: 5 })).verdict).toBe('different')
  })

  it('is done early where the machine is quiet, and takes more pairs where it is not', async () => {
    const noise = noiseFrom(7)
    expect(await timeDifference(async pair => (pair % 2) / 100, { limit: 5 })).toMatchObject({
      verdict: 'equal',
      pairs: 50,
    })
    expect((await timeDifference(async () => noise() - noise(), { limit: 5 })).pairs).toBeGreaterThan(50)
  })
})
