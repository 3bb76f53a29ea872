// @postgres
import { describe, expect, it } from 'vitest'
import { createGate, createKeyedTurns } from './gate.ts'

describe('the gate before heavy work', () => {
  it('lets two run, keeps fifty waiting in order, and refuses the rest with 429', async () => {
    const through = createGate(2, 50)
    let [running, most] = [0, 0]
    const order: number[] = []
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        through(async () => {
          running += 1
          most = Math.max(most, running)
          await new Promise(done => setTimeout(done, 1))
          order.push(index)
          running -= 1
        }),
      ),
    )
    expect(most).toBe(2)
    expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(52)
    expect(
      results.slice(52).map(result => (result.status === 'rejected' ? (result.reason as { key: string }).key : '')),
    ).toEqual(Array.from({ length: 8 }, () => 'too_many'))
    expect(order).toEqual(Array.from({ length: 52 }, (_, index) => index))
    expect(through.hasRoom()).toBe(true)
  })

  it('serves lanes in turn: a person waits for one of a full anonymous lane', async () => {
    const through = createGate(1, 50, 2)
    const order: string[] = []
    const work = (name: string) => async () => void order.push(name)
    const flood = Array.from({ length: 51 }, () => through(work('anonymous'), 0))
    expect([through.hasRoom(0), through.hasRoom(1)]).toEqual([false, true])
    await Promise.all([...flood, through(work('person'), 1)])
    expect(order.indexOf('person')).toBeLessThanOrEqual(2)
  })

  it('is free again after work that failed', async () => {
    const through = createGate(1, 0)
    await expect(
      through(async () => {
        throw new Error('broken')
      }),
    ).rejects.toThrow('broken')
    expect(await through(async () => 'fine')).toBe('fine')
  })
})

it('turns per key run one after another, other keys at once, and a failure blocks no other', async () => {
  const turns = createKeyedTurns()
  const log: string[] = []
  const work = (key: string, name: string, fails = false) =>
    turns(key, async () => {
      log.push(`${name} begins`)
      await new Promise(done => setTimeout(done, 5))
      log.push(`${name} ends`)
      if (fails) throw new Error(name)
    })
  await Promise.allSettled([work('a', 'a1', true), work('a', 'a2'), work('b', 'b1')])
  expect(log.indexOf('a2 begins')).toBeGreaterThan(log.indexOf('a1 ends'))
  expect(log.indexOf('b1 begins')).toBeLessThan(log.indexOf('a1 ends'))
})
