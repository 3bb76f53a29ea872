import { describe, expect, it } from 'vitest'
import { generatedSecrets, secretsFrom } from '../secrets/secrets.ts'
import { gate, keyedTurns, passwordsOf } from './passwords.ts'

const passwords = passwordsOf(secretsFrom(generatedSecrets()))

describe('password hashes', () => {
  it('match the password, in any normal form, and nothing else', async () => {
    const hash = await passwords.hash('caf\u00e9 horse')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=32768,t=3,p=1\$/)
    expect(await passwords.matches('cafe\u0301 horse', hash)).toBe(true)
    expect(await passwords.matches('cafe horse', hash)).toBe(false)
    expect(await passwords.hash('caf\u00e9 horse')).not.toBe(hash)
  })

  it('of nobody match nothing, after the same work', async () => {
    expect(await passwords.matches('anything', null)).toBe(false)
  })

  it('of the history are one per person and password, and differ between people and kinds', async () => {
    const ana = await passwords.historyHash('a horse', 'login', '12345678')
    expect(await passwords.historyHash('a horse', 'login', '12345678')).toBe(ana)
    expect(await passwords.historyHash('a horse', 'login', '87654321')).not.toBe(ana)
    expect(await passwords.historyHash('a horse', 'pay', '12345678')).not.toBe(ana)
  })
})

it('refusals of a full queue come late, and not all at once', async () => {
  const quick = passwordsOf(secretsFrom(generatedSecrets()), { memory: 64, passes: 1, parallelism: 1, tagLength: 32 })
  const hashes = Array.from({ length: 53 }, () => quick.hash('a horse').catch(() => null))
  const begin = performance.now()
  const waited = await Promise.all(Array.from({ length: 20 }, () => quick.requireRoom().then(() => Number.NaN, () => performance.now() - begin)))
  expect(Math.min(...waited)).toBeGreaterThan(490)
  expect(Math.max(...waited) - Math.min(...waited)).toBeGreaterThan(150)
  await Promise.all(hashes)
})

describe('the gate before the hashing', () => {
  it('lets two run, keeps fifty waiting in order, and refuses the rest with 429', async () => {
    const through = gate(2, 50)
    let [running, most] = [0, 0]
    const order: number[] = []
    const results = await Promise.allSettled(Array.from({ length: 60 }, (_, index) => through(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise(done => setTimeout(done, 1))
      order.push(index)
      running -= 1
    })))
    expect(most).toBe(2)
    expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(52)
    expect(results.slice(52).map(result => (result.status === 'rejected' ? (result.reason as { key: string }).key : ''))).toEqual(Array.from({ length: 8 }, () => 'too_many'))
    expect(order).toEqual(Array.from({ length: 52 }, (_, index) => index))
    expect(through.hasRoom()).toBe(true)
  })

  it('is free again after work that failed', async () => {
    const through = gate(1, 0)
    await expect(through(async () => { throw new Error('broken') })).rejects.toThrow('broken')
    expect(await through(async () => 'fine')).toBe('fine')
  })
})

it('turns per key run one after another, other keys at once, and a failure blocks nobody', async () => {
  const turns = keyedTurns()
  const log: string[] = []
  const work = (key: string, name: string, fails = false) => turns(key, async () => {
    log.push(`${name} begins`)
    await new Promise(done => setTimeout(done, 5))
    log.push(`${name} ends`)
    if (fails) throw new Error(name)
  })
  await Promise.allSettled([work('a', 'a1', true), work('a', 'a2'), work('b', 'b1')])
  expect(log.indexOf('a2 begins')).toBeGreaterThan(log.indexOf('a1 ends'))
  expect(log.indexOf('b1 begins')).toBeLessThan(log.indexOf('a1 ends'))
})
