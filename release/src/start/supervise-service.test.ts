import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeFreshFolder } from '../../tests/fixture-apps.ts'
import { ensureOperatorsSecret, storeServiceAddress } from './operators-secret.ts'
import { CannotStart } from './cannot-start.ts'
import { superviseService, type Service } from './supervise-service.ts'

const root = resolve(import.meta.dirname, '../../..')
const running: Service[] = []
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop()
})

async function start(env: NodeJS.ProcessEnv = {}) {
  const lines: string[] = []
  const lost: string[] = []
  const data = await makeFreshFolder()
  const service = await superviseService({
    root,
    env: { ...process.env, ...env },
    say: line => lines.push(line),
    onLost: why => lost.push(why),
    onListening: address => storeServiceAddress(data, address),
    file: 'release/tests/fixture-service.ts',
  })
  running.push(service)
  const ask = async (path = '/') =>
    fetch(`http://127.0.0.1:${service.address()?.port}${path}`).then(
      answer => answer.text(),
      () => undefined,
    )
  return { service, said: lines, lost, ask, data }
}

describe('the service as a child process', () => {
  it('is there once it is announced, and gone after stop', async () => {
    const { service, ask } = await start()
    const pid = Number(await ask())
    expect(() => process.kill(pid, 0)).not.toThrow()
    await service.stop()
    expect(service.address()).toBeUndefined()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  }, 60_000)

  it('shows what it warned of before it listened', async () => {
    const errors = vi.spyOn(console, 'error').mockReturnValue()
    await start({ FIXTURE: 'warning' })
    expect(errors.mock.calls).toEqual([['no company, hours and e-mail are set']])
    errors.mockRestore()
  }, 60_000)

  it('is started again when it dies, and has no address meanwhile', async () => {
    const { service, said, ask, data } = await start()
    const where = async () => JSON.parse(await readFile(join(data, 'operations.json'), 'utf8')) as unknown
    expect(await where()).toEqual({ service: `http://127.0.0.1:${service.address()?.port}` })
    const first = await ask()
    await ask('/die')
    await expect.poll(() => service.address()).toBeUndefined()
    await expect.poll(() => service.address(), { timeout: 30_000 }).toBeDefined()
    expect(await ask()).not.toBe(first)
    await expect.poll(where).toEqual({ service: `http://127.0.0.1:${service.address()?.port}` })
    await (
      await ensureOperatorsSecret(data)
    )()
    await expect(where()).rejects.toThrow('ENOENT')
    expect(said).toEqual(['The service ended unexpectedly (7); restarting it.', 'The service is running again.'])
  }, 60_000)

  it('is given up after five restarts within a minute, in one sentence, and not started again', async () => {
    const { service, said, lost } = await start({ FIXTURE: 'mortal' })
    await expect.poll(() => lost, { timeout: 50_000 }).toEqual(['The service ended 6 times within a minute.'])
    expect(said.filter(line => line === 'The service is running again.')).toHaveLength(5)
    await new Promise(done => setTimeout(done, 5_000))
    expect(service.address()).toBeUndefined()
    expect([lost.length, said.length]).toEqual([1, 11])
  }, 90_000)

  it("does not start without saying why, in the service's own words", async () => {
    await expect(start({ FIXTURE: 'broken' })).rejects.toThrow(
      new CannotStart('The service did not start (exit code 1): the database is locked by another process'),
    )
  }, 60_000)
})

it('the secret of operators is made once, readable by its owner alone', async () => {
  const data = await makeFreshFolder()
  await ensureOperatorsSecret(data)
  const secret = await readFile(join(data, 'operators.secret'), 'utf8')
  await ensureOperatorsSecret(data)
  expect(await readFile(join(data, 'operators.secret'), 'utf8')).toBe(secret)
  expect(secret.trim().length).toBeGreaterThan(40)
  expect((await stat(join(data, 'operators.secret'))).mode & 0o777).toBe(0o600)
})
