import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFreshFolder } from '../../tests/fixture-apps.ts'
import { takeDataFolder } from './data-folder.ts'
import { readStartOptions } from './options.ts'
import { CannotStart } from './cannot-start.ts'

const root = resolve(import.meta.dirname, '../../..')

/** `npm start`'s own script, as a person runs it; for starts that end by themselves. */
async function start(env: NodeJS.ProcessEnv): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['release/bin/start.mjs'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', chunk => (output += String(chunk)))
  child.stderr.on('data', chunk => (output += String(chunk)))
  await once(child, 'close')
  return { code: child.exitCode, said: output.trim() }
}

describe('npm start ends with one clear sentence', () => {
  it('on a data folder where a product runs, and leaves it alone', async () => {
    const folder = await makeFreshFolder()
    const release = await takeDataFolder(folder, 'http://localhost:1')
    expect(await start({ DATA_DIR: folder, PORT: '4290' })).toEqual({
      code: 1,
      said: `Ad Coin is already running on the data folder ${folder} (http://localhost:1). Stop it first, or use another DATA_DIR.`,
    })
    expect(await readdir(folder)).toEqual(['running.lock'])
    await release()
    expect(await readdir(folder)).toEqual([])
  }, 60_000)

  it('on a taken port, before anything is made', async () => {
    const folder = await makeFreshFolder()
    const taken = createServer()
    await new Promise<void>(done => taken.listen(0, done))
    const address = taken.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { code, said } = await start({ DATA_DIR: folder, PORT: String(port) })
    expect({ code, said }).toEqual({
      code: 1,
      said: `Port ${port} is used by another program. Stop it, or choose another port: PORT=${port + 10} npm start`,
    })
    expect(await readdir(folder)).toEqual([])
    await new Promise<void>(done => taken.close(() => done()))
  }, 60_000)

  it.each([
    ['below a file', async (folder: string) => join(folder, 'file', 'data')],
    ['where the system forbids writing', async () => '/proc/adcoin/data'],
  ])(
    'on a data folder %s',
    async (_, where) => {
      const folder = await makeFreshFolder()
      await writeFile(join(folder, 'file'), '')
      const data = await where(folder)
      const { code, said } = await start({ DATA_DIR: data, PORT: '4290' })
      expect(code).toBe(1)
      expect(said).toMatch(
        new RegExp(
          `^The data folder ${data} cannot be written \\([A-Z]+\\)\\. Make it writable, or use another DATA_DIR\\.$`,
        ),
      )
    },
    60_000,
  )
})

describe('the options of npm start', () => {
  it('have the defaults that the README lists', () => {
    expect(readStartOptions([], {}, '/repo')).toMatchObject({
      port: 8080,
      dataFolder: '/repo/.data',
      publicUrl: 'http://localhost:8080',
      host: '127.0.0.1',
    })
  })

  it('come from the environment', () => {
    const env = { PORT: '9000', DATA_DIR: '/data', PUBLIC_URL: 'https://adcoin.example/' }
    expect(readStartOptions([], env, '/repo')).toMatchObject({
      port: 9000,
      dataFolder: '/data',
      publicUrl: 'https://adcoin.example',
    })
  })

  it('let browsers try other releases on the own machine, unless switched off or in production', () => {
    const overrides = (env: NodeJS.ProcessEnv) => readStartOptions([], env, '/repo').overrides
    expect([overrides({}), overrides({ OVERRIDES: 'off' }), overrides({ NODE_ENV: 'production' })]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('give each operator of the page roles: all, those that are named, or none', () => {
    const hash = '0'.repeat(64)
    const OPERATIONS_SECRETS = `Ana=${hash},Bea:review+pay=${hash},Cleo:=${hash}`
    const { operations } = readStartOptions([], { OPERATIONS_SECRETS }, '/repo')
    expect([...(operations?.secrets?.values() ?? [])].map(({ name, roles }) => [name, roles])).toEqual([
      ['Ana', ['review', 'pay', 'release', 'admin']],
      ['Bea', ['review', 'pay']],
      ['Cleo', []],
    ])
  })

  it.each([
    [{ PORT: 'abc' }, []],
    [{ PORT: '0' }, []],
    [{ PORT: '70000' }, []],
    [{ PUBLIC_URL: 'adcoin' }, []],
    [{ OPERATIONS_SECRETS: 'Ana=secret' }, []],
    [{ OPERATIONS_SECRETS: `Ana=${'0'.repeat(64)},ana =${'1'.repeat(64)}` }, []],
    [{ OPERATIONS_SECRETS: `Ana:boss=${'0'.repeat(64)}` }, []],
    [{}, ['--fast']],
  ])('are refused when they make no sense: %j %j', (env, words) => {
    expect(() => readStartOptions(words, env, '/repo')).toThrow(CannotStart)
  })
})

describe('the data folder', () => {
  it('is made with its parents, and free again after a clean end', async () => {
    const folder = join(await makeFreshFolder(), 'deep', 'data')
    await (
      await takeDataFolder(folder, 'here')
    )()
    await mkdir(join(folder, 'more'))
    await (
      await takeDataFolder(folder, 'here')
    )()
    expect(await readdir(folder)).toEqual(['more'])
  })
})
