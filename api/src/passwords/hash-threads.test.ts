import { argon2Sync, type Argon2Parameters } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { hashArgon2id } from './passwords.ts'

const cheap: Argon2Parameters = {
  message: Buffer.from('a horse'),
  nonce: Buffer.alloc(16, 7),
  memory: 64,
  passes: 1,
  parallelism: 1,
  tagLength: 32,
}

it('answers what argon2id answers, several at once', async () => {
  const expected = argon2Sync('argon2id', cheap).toString('hex')
  const keys = await Promise.all([hashArgon2id(cheap), hashArgon2id(cheap), hashArgon2id({ ...cheap, passes: 2 })])
  expect(keys.map(key => key.toString('hex') === expected)).toEqual([true, true, false])
})

it('survives parameters that cannot be hashed', async () => {
  await expect(hashArgon2id({ ...cheap, nonce: Buffer.alloc(0) })).rejects.toThrow()
  expect(await hashArgon2id(cheap)).toHaveLength(32)
})

it.runIf(process.platform === 'linux')(
  'gives way to everything else: only its threads have a lower priority',
  async () => {
    await hashArgon2id(cheap)
    const niceOf = (stat: string) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
    const own = niceOf(readFileSync('/proc/self/stat', 'utf8'))
    const nices = readdirSync('/proc/self/task').map(thread =>
      niceOf(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')),
    )
    expect(nices).toContain(Math.min(19, own + 5))
  },
)
