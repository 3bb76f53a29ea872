import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { makeFreshFolder } from '../../tests/fixture-apps.ts'
import { isHolderAlive, readProcessStart, takeLock } from './lock.ts'

const holder = (more: object) =>
  JSON.stringify({
    host: hostname(),
    pid: process.pid,
    started: readProcessStart(process.pid),
    token: 'x',
    note: 'here',
    ...more,
  })

describe('a process that cannot be looked at in /proc', () => {
  it('lives where it takes a signal, also when only its owner may send one', () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin')
    const nobody = 2 ** 30
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
    expect(readProcessStart(nobody)).toBe('running')
    kill.mockImplementation(() => {
      throw Object.assign(new Error('not yours'), { code: 'EPERM' })
    })
    expect(readProcessStart(nobody)).toBe('running')
    kill.mockImplementation(() => {
      throw Object.assign(new Error('gone'), { code: 'ESRCH' })
    })
    expect(readProcessStart(nobody)).toBe('')
  })
})

describe('a lock file', () => {
  it('has one holder, shows its note to others, and is free afterwards', async () => {
    const path = join(await makeFreshFolder(), 'lock')
    const mine = await takeLock(path, 'http://localhost:1')
    expect(mine.state).toBe('mine')
    expect(await takeLock(path)).toEqual({ state: 'held', note: 'http://localhost:1' })
    if (mine.state === 'mine') await mine.release()
    expect((await takeLock(path)).state).toBe('mine')
  })

  it('is taken over from a process that was killed', async () => {
    const path = join(await makeFreshFolder(), 'lock')
    const child = spawn('sleep', ['30'])
    await once(child, 'spawn')
    const pid = child.pid ?? 0
    const text = holder({ pid, started: readProcessStart(pid) })
    await writeFile(path, text)
    expect(isHolderAlive(text)).toBe(true)
    expect((await takeLock(path)).state).toBe('held')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect((await takeLock(path)).state).toBe('mine')
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid })
  })

  it('is taken over when its number belongs to another process by now', () => {
    expect(isHolderAlive(holder({ started: '1' }))).toBe(false)
  })

  it('is taken over when it holds nothing that can be read', async () => {
    const path = join(await makeFreshFolder(), 'lock')
    await writeFile(path, '')
    expect((await takeLock(path)).state).toBe('mine')
  })

  it('of another machine is believed as long as it is refreshed', async () => {
    const path = join(await makeFreshFolder(), 'lock')
    await writeFile(path, holder({ host: 'elsewhere' }))
    expect((await takeLock(path)).state).toBe('held')
    const old = new Date(Date.now() - 60_000)
    await utimes(path, old, old)
    expect((await takeLock(path)).state).toBe('mine')
  })
})
