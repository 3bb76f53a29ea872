import { describe, expect, it } from 'vitest'
import { generateSecrets, openSecrets } from '../secrets/secrets.ts'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords(openSecrets(generateSecrets()))

describe('password hashes', () => {
  it('match the password, in any normal form, and nothing else', async () => {
    const hash = await passwords.hash('caf\u00e9 horse')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=32768,t=3,p=1\$/)
    expect(await passwords.matches('cafe\u0301 horse', hash)).toBe(true)
    expect(await passwords.matches('cafe horse', hash)).toBe(false)
    expect(await passwords.hash('caf\u00e9 horse')).not.toBe(hash)
  })

  it('of unknown accounts match nothing, after the same work', async () => {
    expect(await passwords.matches('anything', null)).toBe(false)
  })

  it('of the history are one per person and password, and differ between people and kinds', async () => {
    const ana = await passwords.historyHash('a horse', 'login', '12345678')
    expect(await passwords.historyHash('a horse', 'login', '12345678')).toBe(ana)
    expect(await passwords.historyHash('a horse', 'login', '87654321')).not.toBe(ana)
    expect(await passwords.historyHash('a horse', 'pay', '12345678')).not.toBe(ana)
  })
})

it('refusals of a full anonymous lane are delayed and spread; sessions still have room', async () => {
  const quick = createPasswords(openSecrets(generateSecrets()), {
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  })
  const flood = Array.from({ length: 53 }, () =>
    quick.inTurn('anonymous', hashing => hashing.hash('a horse')).catch(() => null),
  )
  const begin = performance.now()
  const person = quick.hash('a horse')
  const waited = await Promise.all(
    Array.from({ length: 20 }, () =>
      quick.requireRoom().then(
        () => Number.NaN,
        () => performance.now() - begin,
      ),
    ),
  )
  expect(Math.min(...waited)).toBeGreaterThan(490)
  expect(Math.max(...waited) - Math.min(...waited)).toBeGreaterThan(150)
  expect(await person).toMatch(/^.argon2id/)
  await Promise.all(flood)
})
