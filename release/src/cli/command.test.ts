import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cp, mkdir, readFile, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { startFakeS3 } from '../../tests/fake-s3.ts'
import { createFixtureBuild, makeFreshFolder } from '../../tests/fixture-apps.ts'
import { objectServerKeys } from '../../tests/object-server.ts'
import { commands, commonOptions } from './commands.ts'
import { runRelease } from './main.ts'

let template = ''

type CommandRun = { code: number; data: Record<string, never> & { [key: string]: unknown }; text: string }

/**
 * The command as an operator types it, on a data folder of its own; in this process, because a new one takes half a
 * second and the journeys start real ones.
 */
async function runReleaseIn(data: string, ...words: string[]): Promise<CommandRun> {
  return runReleaseAs(data, {}, ...words)
}

async function runReleaseAs(data: string, env: NodeJS.ProcessEnv, ...words: string[]): Promise<CommandRun> {
  for (const [name, value] of Object.entries({ DATA_DIR: data, RELEASE_BY: 'ana', ...env })) vi.stubEnv(name, value)
  const isUntried = words[0] === 'publish' && env.CHROMIUM_PATH === undefined
  const isBare = words[0] === 'publish' && !words.includes('--why')
  const more = [...(isUntried ? ['--skip-smoke-test'] : []), ...(isBare ? ['--why', 'test'] : [])]
  const { code, text } = await runRelease([...words, ...more])
  vi.unstubAllEnvs()
  return { code, data: words.includes('--json') ? JSON.parse(text) : {}, text }
}

async function writeDist(
  data: string,
  app: string,
  version: string,
  wanted: Parameters<typeof createFixtureBuild>[1] = {},
): Promise<string> {
  const folder = join(data, 'builds', `${app}-${version}`)
  const { build, entries } = createFixtureBuild(app, { version, ...wanted })
  await mkdir(join(folder, 'release'), { recursive: true })
  await writeFile(join(folder, 'build.json'), JSON.stringify(build))
  for (const { path, bytes } of entries) await writeFile(join(folder, 'release', path), bytes)
  await mkdir(join(folder, 'maps'), { recursive: true })
  await writeFile(
    join(folder, 'maps/entry.js.map'),
    JSON.stringify({ version: 3, sources: [], names: [], mappings: '' }),
  )
  return folder
}

/** A copy of a store with a shell and two releases of the team's remote. */
async function copyTemplateStore(): Promise<string> {
  const data = await makeFreshFolder()
  await cp(template, data, { recursive: true, verbatimSymlinks: true })
  return data
}

type Tried = { readonly active: { readonly id: string }; readonly canary?: { readonly release: string } }

/** A service of this data folder that has heard this of browsers. @returns ends it */
async function startCollector(data: string, buckets: () => readonly object[]): Promise<() => void> {
  const service = createServer((request, answer) => {
    const isOperator = request.headers.authorization === 'Bearer between us'
    answer.writeHead(isOperator ? 200 : 401, { 'content-type': 'application/json' })
    answer.end(JSON.stringify({ now: '2026-01-01T00:01:00.000Z', isCut: false, buckets: buckets() }))
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { port } = service.address() as AddressInfo
  await writeFile(join(data, 'operations.json'), JSON.stringify({ service: `http://127.0.0.1:${port}` }))
  await writeFile(join(data, 'operators.secret'), 'between us')
  return () => {
    service.closeAllConnections()
    service.close()
  }
}

beforeAll(async () => {
  template = await makeFreshFolder()
  await runReleaseIn(template, 'publish', 'shell', '--dist', await writeDist(template, 'shell', '1.0.0'))
  await runReleaseIn(
    template,
    'publish',
    'remote-team',
    '--dist',
    await writeDist(template, 'remote-team', '1.0.0'),
    '--why',
    'first',
  )
  await runReleaseIn(
    template,
    'publish',
    'remote-team',
    '--dist',
    await writeDist(template, 'remote-team', '1.1.0'),
    '--why',
    'second',
  )
}, 60_000)

describe('the release command', () => {
  it.each([['two\nlines'], ['\u001b[31mred'], ['\u202eback'], ['x'.repeat(301)]])(
    'refuses the reason %j',
    async why => {
      const data = await copyTemplateStore()
      expect(await runReleaseIn(data, 'rollback', 'remote-team', '--why', why)).toMatchObject({ code: 2 })
    },
  )

  it('names the store where nothing is live, and makes no key for a refused publish', async () => {
    const data = await makeFreshFolder()
    const { text } = await runReleaseIn(
      data,
      'publish',
      'remote-team',
      '--dist',
      await writeDist(data, 'remote-team', '1.0.0'),
    )
    expect(text).toContain('no shell would be live')
    expect(text).toContain(`The store is ${join(data, 'store')}.`)
    expect(await readdir(join(data, 'keys')).catch(() => [])).not.toContain('ops.pem')
  })

  it.each([
    [['publish', 'remote-team'], 'publish needs a reason'],
    [['health', 'remote-tema'], 'Did you mean "remote-team"'],
  ])('refuses %j', async (words, sentence) => {
    const data = await copyTemplateStore()
    for (const [name, value] of Object.entries({ DATA_DIR: data, RELEASE_BY: 'ana' })) vi.stubEnv(name, value)
    expect((await runRelease(words)).text).toContain(sentence)
    vi.unstubAllEnvs()
  })

  it('takes a release out of another store with bytes and signature, and refuses it as its own', async () => {
    const [data, staging] = [await copyTemplateStore(), await copyTemplateStore()]
    const store = join(staging, 'store')
    const stage = async (version: string, path = '/team') => {
      const wanted = { manifest: { routes: [{ path, title: 'titles.one' }] }, build: { preload: {} } }
      const dist = await writeDist(staging, 'remote-team', version, wanted)
      const staged = await runReleaseIn(staging, 'publish', 'remote-team', '--dist', dist, '--stage')
      expect(staged, staged.text).toMatchObject({ code: 0 })
    }
    const promote = (...words: string[]) =>
      runReleaseIn(data, 'promote', 'remote-team', '--from', store, '--why', 'staged for a week', ...words)
    const listFiles = async (root: string) => (await readdir(join(root, 'store'), { recursive: true })).sort()
    await stage('1.2.0')

    const before = await listFiles(data)
    expect(await promote('--dry-run')).toMatchObject({ code: 0, text: expect.stringContaining('1.2.0-') })
    expect(await listFiles(data)).toEqual(before)
    expect((await promote()).text).toContain('all as signed')
    const { data: status } = await runReleaseIn(data, 'status', '--json')
    const { id = '' } = (status['apps'] as unknown as Record<string, Tried>)['remote-team']?.active ?? {}
    expect(id).toMatch(/^1\.2\.0-/)
    for (const path of [`releases/remote-team/${id}/release.sig`, `maps/remote-team/${id}/entry.js.map`])
      expect(await readFile(join(data, 'store', path))).toEqual(await readFile(join(store, path)))
    expect(await promote('--if-new')).toMatchObject({ code: 0, text: expect.stringContaining('was live before') })

    await stage('1.3.0', '/crew')
    const after = await listFiles(data)
    expect((await promote()).text).toContain('[routes-kept]')
    await runReleaseIn(staging, 'keys', '--rotate', 'remote-team')
    await stage('1.4.0')
    expect((await promote('1.4.0')).text).toContain('signed by an unknown key')
    const [damaged = ''] = (await listFiles(staging)).filter(path => /1\.3\.0-.*\/entry\.js$/.test(path))
    await writeFile(join(store, damaged), 'other')
    expect((await promote('1.3.0', '--even-if-unsafe')).text).toContain('[files-whole]')
    expect(await runReleaseIn(data, 'promote', 'remote-team', '--from', '/none')).toMatchObject({ code: 1 })
    expect((await runReleaseIn(data, 'promote', 'remote-team', '--from', 'here')).text).toContain('--from: it is')
    expect(await listFiles(data)).toEqual(after)
  })

  it('takes releases of several apps out of another store as one generation, or none of them', async () => {
    const [data, staging] = [await copyTemplateStore(), await copyTemplateStore()]
    const store = join(staging, 'store')
    const stage = async (app: string, version: string, wanted = {}) => {
      const dist = await writeDist(staging, app, version, wanted)
      expect(await runReleaseIn(staging, 'publish', app, '--dist', dist, '--stage')).toMatchObject({ code: 0 })
    }
    const promote = (...words: string[]) =>
      runReleaseIn(data, 'promote', 'shell', 'remote-team', ...words, '--from', store, '--why', 'together')
    const listFiles = async (root: string) => (await readdir(join(root, 'store'), { recursive: true })).sort()
    const readActive = async () => {
      const { data: status } = await runReleaseIn(data, 'status', '--json')
      const apps = status['apps'] as unknown as Record<string, Tried>
      return [status['generation'], ...['shell', 'remote-team'].map(app => apps[app]?.active.id.split('-')[0])]
    }
    await stage('shell', '1.1.0')
    await stage('remote-team', '1.2.0', {
      manifest: { routes: [{ path: '/crew', title: 'titles.one' }] },
      build: { preload: {} },
    })
    const before = await listFiles(data)
    expect((await promote()).text).toContain('[routes-kept]')
    expect((await promote('9.0.0')).text).toContain('[release-there]')
    const [entry = ''] = (await listFiles(staging)).filter(path => /remote-team\/1\.2\.0-.*\/entry\.js$/.test(path))
    const signed = await readFile(join(staging, 'store', entry))
    await writeFile(join(staging, 'store', entry), 'other')
    expect((await promote('1.2.0', '--even-if-unsafe')).text).toContain('[files-whole]')
    await writeFile(join(staging, 'store', entry), signed)
    expect((await promote('1.2.0', '--dry-run', '--even-if-unsafe')).text).toContain('generation 4 would go live')
    expect(await listFiles(data)).toEqual(before)

    await stage('remote-team', '1.3.0')
    const both = await promote()
    expect(both.text).toContain('The way back: npm run release -- rollback remote-team shell --why "…"')
    expect(await readActive()).toEqual([4, '1.1.0', '1.3.0'])
    const copied = (await listFiles(data)).filter(path => /(?:shell\/1\.1\.0|team\/1\.3\.0)-\w+\/.*\w\.\w+$/.test(path))
    expect(copied).toEqual(expect.arrayContaining([expect.stringMatching(/shell.*release\.sig$/)]))
    for (const path of copied.filter(each => !/\.(?:br|gz|zst)$/.test(each)))
      expect(await readFile(join(data, 'store', path))).toEqual(await readFile(join(store, path)))
    expect(await promote('--if-new')).toMatchObject({ code: 0, text: expect.stringMatching(/before.*\n.*before/) })

    await stage('remote-team', '1.4.0')
    expect(await promote('--if-new')).toMatchObject({ code: 0 })
    expect(await readActive()).toEqual([5, '1.1.0', '1.4.0'])
    expect((await runReleaseIn(data, 'verify')).text).toContain('all as signed')
  }, 60_000)

  it('reports what is live, who made it and why', async () => {
    const data = await copyTemplateStore()
    const { data: status } = await runReleaseIn(data, 'status', '--json')
    expect(status).toMatchObject({
      generation: 3,
      apps: {
        'remote-team': { active: { version: '1.1.0' }, previous: [{ version: '1.0.0' }], rollback: { safe: true } },
        shell: { rollback: { to: null } },
      },
    })
    const { data: history } = await runReleaseIn(data, 'history', '--json')
    expect(history).toMatchObject([
      { generation: 3, by: 'ana', why: 'second', action: 'publish' },
      { why: 'first' },
      { generation: 1 },
    ])
    expect((await runReleaseIn(data, 'verify')).text).toContain('all as signed')
    expect((await runReleaseIn(data, 'diff', '--json')).data).toMatchObject({
      from: 2,
      to: 3,
      apps: [{ app: 'remote-team' }],
    })
  }, 60_000)

  it('goes back, and shows the plan first when asked, without changing anything', async () => {
    const data = await copyTemplateStore()
    const dry = await runReleaseIn(data, 'rollback', 'remote-team', '--dry-run', '--json')
    expect(dry.data).toMatchObject({
      ok: true,
      dryRun: true,
      generation: 4,
      changes: [{ app: 'remote-team' }],
      plan: { number: 4 },
    })
    expect(await readlink(join(data, 'store/current'))).toBe('live/3')
    const real = await runReleaseIn(data, 'rollback', 'remote-team', '--why', 'test', '--json')
    expect(real).toMatchObject({ code: 0, data: { ok: true, generation: 4, why: 'test' } })
    expect((await runReleaseIn(data, 'status', '--json')).data).toMatchObject({
      apps: { 'remote-team': { active: { version: '1.0.0' }, previous: [] } },
    })
    const again = await runReleaseIn(data, 'rollback', 'remote-team', '--why', 'x', '--json')
    expect(again).toMatchObject({ code: 1, data: { ok: false, refusals: [{ rule: 'no-previous' }] } })
    expect((await runReleaseIn(data, 'status')).text).toMatch(/1\.1\.0-\w+ {2}in the store, failed/)
    expect(again.text).toMatch(/In the store: 1\.1\.0-\w+ \(rolled back before\)/)
    for (const named of [[], ['1.1.0']])
      expect(await runReleaseIn(data, 'promote', 'remote-team', ...named, '--json')).toMatchObject({
        code: 1,
        data: { refusals: [{ rule: named.length === 0 ? 'already-live' : 'failed' }] },
      })
    expect(
      (await runReleaseIn(data, 'promote', 'remote-team', '1.1.0', '--even-if-unsafe', '--json')).data,
    ).toMatchObject({
      ok: true,
      generation: 5,
    })
    // The mark is cleared.
    await runReleaseIn(data, 'promote', 'remote-team', '1.0.0')
    expect(await runReleaseIn(data, 'promote', 'remote-team', '1.1.0', '--json')).toMatchObject({ code: 1 })
  }, 60_000)

  it('promotes and rolls back several apps as one generation, and prints the way back', async () => {
    const data = await copyTemplateStore()
    const stage = async (app: string, version: string, wanted = {}) =>
      runReleaseIn(data, 'publish', app, '--dist', await writeDist(data, app, version, wanted), '--stage')
    await stage('shell', '1.1.0')
    await stage('remote-team', '1.2.0')
    const readActive = async () => {
      const { data: status } = await runReleaseIn(data, 'status', '--json')
      const apps = status['apps'] as unknown as Record<string, Tried>
      return [status['generation'], ...['shell', 'remote-team'].map(app => apps[app]?.active.id.split('-')[0])]
    }
    const both = await runReleaseIn(data, 'promote', 'shell', 'remote-team', '1.2.0', '--why', 'together')
    expect(both.text).toContain('The way back: npm run release -- rollback remote-team shell --why "…"')
    expect(await readActive()).toEqual([4, '1.1.0', '1.2.0'])
    expect((await runReleaseIn(data, 'promote', 'shell', 'remote-team', '--if-new')).text).toMatch(/before.*\n.*before/)

    const back = await runReleaseIn(data, 'rollback', 'remote-team', 'shell', '--why', 'both', '--json')
    expect(await readActive()).toEqual([5, '1.0.0', '1.1.0'])
    const again = /release -- (promote .*) --why/.exec(String(back.data['back']))?.[1]?.split(' ') ?? []
    expect((await runReleaseIn(data, ...again)).code).toBe(0)
    expect(await readActive()).toEqual([6, '1.1.0', '1.2.0'])

    await stage('shell', '1.2.0')
    await stage('remote-team', '1.3.0', {
      manifest: { routes: [{ path: '/crew', title: 'titles.one' }] },
      build: { preload: {} },
    })
    expect((await runReleaseIn(data, 'promote', 'shell', 'remote-team')).text).toContain('[routes-kept]')
    expect((await runReleaseIn(data, 'rollback', 'remote-team', 'remote-wallet', '--why', 'x')).code).toBe(1)
    for (const words of [
      ['promote', 'shell', 'shell'],
      ['promote', 'shell', '1.0.0', '1.1.0'],
      ['promote', 'remote-team', 'shell', '--none', '--why', 'x'],
      ['rollback', 'shell', 'remote-team', '--to', '1.0.0', '--why', 'x'],
      ['rollback', 'shell', '1.0.0', '--why', 'x'],
    ])
      expect(await runReleaseIn(data, ...words)).toMatchObject({ code: 2 })
    expect((await runReleaseIn(data, 'promote', 'remote-team', 'shel')).text).toContain('Did you mean "shell"?')
    expect(await readActive()).toEqual([6, '1.1.0', '1.2.0'])
  }, 60_000)

  it('takes a remote out of the page, and brings it back', async () => {
    const data = await copyTemplateStore()
    expect((await runReleaseIn(data, 'promote', 'shell', '--none', '--why', 'x', '--json')).data).toMatchObject({
      refusals: [{ rule: 'shell-first' }],
    })
    const { text: loss } = await runReleaseIn(data, 'promote', 'remote-team', '--none', '--dry-run')
    expect(loss).toMatch(/-> nothing\n +people lose \/team$/)
    const gone = await runReleaseIn(data, 'promote', 'remote-team', '--none', '--why', 'no visitors', '--json')
    expect(gone).toMatchObject({ code: 0, data: { action: 'retire', generation: 4 } })
    const page = await readFile(join(data, 'store/live/4/index.html'), 'utf8')
    expect(page).not.toContain('remote-team')
    expect((await runReleaseIn(data, 'verify')).code).toBe(0)
    expect((await runReleaseIn(data, 'promote', 'remote-team', '--none', '--why', 'x', '--json')).data).toMatchObject({
      refusals: [{ rule: 'not-live' }],
    })
    expect((await runReleaseIn(data, 'promote', 'remote-team', '--json')).data).toMatchObject({
      ok: true,
      generation: 5,
    })
    const { text } = await runReleaseIn(data, 'history', 'remote-team')
    expect(text).toMatch(
      /^# remote-team\n[^]*## retire: 1\.1\.0-\w+ -> nothing[^]*no visitors[^]*## 1\.1\.0-[^]*second[^]*first/,
    )
  }, 60_000)

  it('lets the holder of one app’s key publish that app, and only operators make it live', async () => {
    const data = await makeFreshFolder()
    const as =
      (role: string) =>
      (...words: string[]) =>
        runReleaseAs(
          data,
          { RELEASE_KEYS: 'given', RELEASE_PRIVATE_KEYS: join(data, 'private', role) },
          ...words,
          '--json',
        )
    for (const role of ['ops', 'shell', 'remote-team', 'remote-wallet']) await as(role)('keys', '--make', role)
    expect(await readdir(join(data, 'private/remote-team'))).toEqual(['remote-team.pem'])
    expect(await readdir(join(data, 'keys'))).toEqual(['keys.json'])
    const build = await writeDist(data, 'remote-team', '1.0.0')
    await as('shell')('publish', 'shell', '--dist', await writeDist(data, 'shell', '1.0.0'), '--stage')
    expect(await as('remote-wallet')('publish', 'remote-team', '--dist', build, '--stage')).toMatchObject({
      code: 1,
      data: { refusals: [{ rule: 'signing-key' }] },
    })
    expect(await as('remote-team')('publish', 'remote-team', '--dist', build, '--stage')).toMatchObject({
      code: 0,
      data: { staged: true },
    })
    expect(await as('remote-team')('promote', 'shell')).toMatchObject({
      code: 1,
      data: { refusals: [{ rule: 'signing-key' }] },
    })
    for (const app of ['shell', 'remote-team'])
      expect(await as('ops')('promote', app, '--if-new')).toMatchObject({ code: 0, data: { changes: [{ app }] } })
    expect((await as('ops')('verify')).data).toMatchObject({ ok: true, generation: 2 })
  }, 120_000)

  it('publishes built apps into a bucket at the first try, and promotes them', async () => {
    const data = await makeFreshFolder()
    const server = await startFakeS3()
    const env = {
      RELEASE_STORE: 's3://adcoin/store',
      RELEASE_STORE_ENDPOINT: server.endpoint,
      AWS_ACCESS_KEY_ID: objectServerKeys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: objectServerKeys.secretAccessKey,
    }
    for (const app of ['shell', 'remote-team']) {
      const build = await writeDist(data, app, '1.0.0')
      const staged = await runReleaseAs(data, env, 'publish', app, '--dist', build, '--stage', '--json')
      expect([staged.code, staged.text]).toEqual([0, expect.stringContaining('"staged": true')])
      expect((await runReleaseAs(data, env, 'promote', app, '--json')).code).toBe(0)
    }
    expect((await runReleaseAs(data, env, 'verify', '--json')).data).toMatchObject({ ok: true, generation: 2 })
    await server.stop()
  }, 60_000)

  it('promotes on request what never was live; what an operator rolled back stays away', async () => {
    const data = await copyTemplateStore()
    await runReleaseIn(data, 'rollback', 'remote-team', '--why', 'x')
    expect(await runReleaseIn(data, 'promote', 'remote-team', '--if-new', '--json')).toMatchObject({
      code: 0,
      data: { generation: 4, changes: [] },
    })
    await runReleaseIn(
      data,
      'publish',
      'remote-team',
      '--dist',
      await writeDist(data, 'remote-team', '1.2.0'),
      '--stage',
    )
    expect((await runReleaseIn(data, 'promote', 'remote-team', '--if-new', '--json')).data).toMatchObject({
      generation: 5,
      changes: [{ app: 'remote-team' }],
    })
  }, 60_000)

  it('never publishes twice what was rolled back, and reports how to bring it back', async () => {
    const data = await copyTemplateStore()
    await runReleaseIn(data, 'rollback', 'remote-team', '--why', 'x')
    const folder = join(data, 'builds/remote-team-1.1.0')
    expect(await runReleaseIn(data, 'publish', 'remote-team', '--dist', folder, '--json')).toMatchObject({
      code: 1,
      data: { refusals: [{ rule: 'published-before' }] },
    })
    expect(await runReleaseIn(data, 'publish', 'remote-team', '--dist', folder, '--if-new', '--json')).toMatchObject({
      code: 0,
      data: { changes: [] },
    })
    expect(
      await runReleaseIn(data, 'publish', 'remote-team', '--dist', join(data, 'builds/remote-team-1.0.0'), '--json'),
    ).toMatchObject({ code: 0, data: { changes: [] } })
  }, 60_000)

  it('reports of a build from elsewhere whether its sources were checked', async () => {
    const data = await copyTemplateStore()
    const folder = await writeDist(data, 'remote-team', '1.2.0')
    const { id } = JSON.parse(await readFile(join(folder, 'build.json'), 'utf8')) as { id: string }
    // The check of the same sources, under the version of package.json.
    await writeFile(join(folder, 'checked.json'), JSON.stringify({ id: id.replace('1.2.0', '1.0.0') }))
    await runReleaseIn(data, 'publish', 'remote-team', '--dist', folder)
    expect((await runReleaseIn(data, 'status', '--json')).data).toMatchObject({
      apps: {
        'remote-team': {
          active: { version: '1.2.0', untried: 'asked for with --skip-smoke-test' },
          previous: [{ unchecked: 'built elsewhere, without the record of a check' }, {}],
        },
      },
    })
    expect((await runReleaseIn(data, 'status')).text).toMatch(
      /1\.2\.0-\w+  live, smoke test skipped \(asked for with --skip-smoke-test\)$/m,
    )
    expect((await runReleaseIn(data, 'history')).text).toContain(
      ', checks skipped (built elsewhere, without the record of a check)',
    )
  })

  it('refuses an older version than the live one, unless that is meant', async () => {
    const data = await copyTemplateStore()
    const older = ['publish', 'remote-team', '--dist', await writeDist(data, 'remote-team', '1.0.5'), '--json']
    expect(await runReleaseIn(data, ...older)).toMatchObject({
      code: 1,
      data: { refusals: [{ rule: 'version-older' }] },
    })
    expect(await runReleaseIn(data, ...older, '--downgrade')).toMatchObject({ code: 0, data: { generation: 4 } })
  }, 60_000)

  it('refuses a bad build with rule, place and remedy, and leaves nothing behind', async () => {
    const data = await copyTemplateStore()
    const before = await readdir(join(data, 'store/releases/remote-team'))
    const folder = await writeDist(data, 'remote-team', '1.3.0', {
      manifest: { routes: [{ path: '/help', title: 'titles.one' }] },
      build: { preload: {} },
    })
    const { code, text } = await runReleaseIn(data, 'publish', 'remote-team', '--dist', folder)
    expect(code).toBe(1)
    expect(text).toContain('Refused, nothing was changed')
    expect(text).toContain('/help: the address belongs to shell [routes-collide]')
    expect(await readdir(join(data, 'store/releases/remote-team'))).toEqual(before)
    expect(await readlink(join(data, 'store/current'))).toBe('live/3')
  }, 60_000)

  it('refuses a rollback that would lose stored data, unless that is accepted', async () => {
    const data = await copyTemplateStore()
    await runReleaseIn(
      data,
      'publish',
      'remote-team',
      '--dist',
      await writeDist(data, 'remote-team', '1.4.0', { build: { storage: ['team.draft@2'] } }),
    )
    expect(await runReleaseIn(data, 'rollback', 'remote-team', '--why', 'x', '--json')).toMatchObject({
      code: 1,
      data: { refusals: [{ rule: 'stored-data' }] },
    })
    expect(
      await runReleaseIn(data, 'rollback', 'remote-team', '--why', 'x', '--even-if-unsafe', '--json'),
    ).toMatchObject({
      code: 0,
    })
  }, 60_000)

  it('names the key of an app that is gone', async () => {
    const data = await copyTemplateStore()
    expect((await runReleaseIn(data, 'keys')).text).not.toContain('To end its key')
    await runReleaseIn(data, 'keys', '--make', 'remote-news', '--new')
    expect((await runReleaseIn(data, 'keys')).text).toMatch(
      /^remote-news is neither live .*: keys --revoke remote-news\./,
    )
  })

  it('revokes for good, lists keys, and prunes nothing that is young', async () => {
    const data = await copyTemplateStore()
    expect(
      (await runReleaseIn(data, 'revoke', 'remote-team', '1.1.0', '--why', 'it steals', '--json')).data,
    ).toMatchObject({
      ok: true,
      generation: 4,
    })
    expect(await runReleaseIn(data, 'promote', 'remote-team', '1.1.0', '--json')).toMatchObject({
      code: 1,
      data: { refusals: [{ rule: 'revoked' }] },
    })
    expect((await runReleaseIn(data, 'prune', '--keep', '1', '--json')).data).toMatchObject({
      releases: [],
      live: [1, 2, 3],
    })
    expect((await runReleaseIn(data, 'keys')).text).toMatch(/ops +ops\.[0-9a-f]{8} +active/)
    expect((await runReleaseIn(data, 'verify', '--json')).data).toMatchObject({ ok: true, generation: 4 })
  }, 60_000)

  it('publishes without a smoke test only on request, and reports that while it can be live', async () => {
    const data = await copyTemplateStore()
    const folder = await writeDist(data, 'remote-team', '1.5.0')
    const before = await readdir(join(data, 'store/releases/remote-team'))
    const words = ['publish', 'remote-team', '--dist', folder, '--json']
    expect(await runReleaseAs(data, { CHROMIUM_PATH: '/no/browser' }, ...words)).toMatchObject({
      code: 1,
      data: { refusals: [{ rule: 'smoke-test', remedy: expect.stringContaining('--skip-smoke-test') }] },
    })
    expect(await readdir(join(data, 'store/releases/remote-team'))).toEqual(before)
    const { data: live } = await runReleaseIn(data, ...words)
    expect(live).toMatchObject({ ok: true, generation: 4 })
    await runReleaseIn(data, 'rollback', 'remote-team', '--why', 'x')
    expect((await runReleaseIn(data, 'status')).text).toMatch(
      /1\.1\.0-\w+ {2}live, smoke test skipped \(asked for with --skip-smoke-test\)/,
    )
    expect((await runReleaseIn(data, 'history')).text).toMatch(
      /-> 1\.5\.0-\w+, smoke test skipped \(asked for with --skip-smoke-test\)/,
    )
  }, 60_000)

  it('reports that an app is unknown, or not built, before it makes a key for it', async () => {
    const data = await makeFreshFolder()
    const unknown = await runReleaseIn(data, 'publish', 'remote-nope', '--json')
    expect(unknown).toMatchObject({ code: 1, data: { refusals: [{ rule: 'app-there', place: 'remote-nope' }] } })
    const unbuilt = await runReleaseIn(data, 'publish', 'remote-nope', '--dist', join(data, 'nowhere'), '--json')
    expect(unbuilt).toMatchObject({ code: 1, data: { refusals: [{ rule: 'build-there' }] } })
    expect(await readdir(data)).toEqual([])
  }, 60_000)

  it('reports a missing key in a dry run already, and makes none', async () => {
    const data = await copyTemplateStore()
    const given = { RELEASE_KEYS: 'given', RELEASE_PRIVATE_KEYS: join(data, 'nobody') }
    const folder = await writeDist(data, 'remote-team', '1.6.0')
    const words = ['publish', 'remote-team', '--dist', folder, '--dry-run', '--json']
    expect(await runReleaseAs(data, given, ...words)).toMatchObject({
      code: 1,
      data: { refusals: [{ place: 'keys: remote-team' }, { place: 'keys: ops' }] },
    })
    expect(await runReleaseAs(data, given, 'rollback', 'remote-team', '--dry-run', '--json')).toMatchObject({
      code: 1,
      data: { refusals: [{ rule: 'signing-key', place: 'keys: ops' }] },
    })
    expect(await runReleaseIn(data, ...words)).toMatchObject({ code: 0, data: { dryRun: true } })
    const fifth = ['publish', 'remote-fifth', '--dist', await writeDist(data, 'remote-fifth', '1.0.0'), '--json']
    expect(await runReleaseIn(data, ...fifth, '--dry-run')).toMatchObject({ code: 0, data: { dryRun: true } })
    expect(await readdir(join(data, 'keys'))).not.toContain('remote-fifth.pem')
    expect(await runReleaseIn(data, ...fifth)).toMatchObject({ code: 0, data: { ok: true } })
  }, 60_000)

  it('reports in the history what was revoked, and which minimum version was raised', async () => {
    const data = await copyTemplateStore()
    await runReleaseIn(data, 'revoke', 'remote-team', '1.0.0', '--why', 'it steals')
    await runReleaseIn(data, 'revoke', 'remote-team', '--why', 'x', '--below', '1.1.0')
    const { text } = await runReleaseIn(data, 'history')
    expect(text).toMatch(/remote-team\/1\.0\.0-\w+: revoked/)
    expect(text).toContain('remote-team: minimum version 1.1.0')
  }, 60_000)

  it('refuses other bytes under a published name, also under the live one', async () => {
    const data = await copyTemplateStore()
    const folder = await writeDist(data, 'remote-team', '1.1.0', { files: { 'page-0.js': 'export const Page = 2' } })
    for (const more of [[], ['--if-new'], ['--stage']])
      expect(await runReleaseIn(data, 'publish', 'remote-team', '--dist', folder, '--json', ...more)).toMatchObject({
        code: 1,
        data: { refusals: [{ rule: 'other-bytes', place: expect.stringContaining('page-0.js') }] },
      })
  }, 60_000)

  it('falls back to nothing that was rolled back, by whatever command, and calls it safe no more', async () => {
    const data = await copyTemplateStore()
    await runReleaseIn(data, 'promote', 'remote-team', '1.0.0')
    expect((await runReleaseIn(data, 'status', '--json')).data).toMatchObject({
      apps: { 'remote-team': { active: { version: '1.0.0' }, previous: [], rollback: { to: null, safe: false } } },
    })
    expect(await runReleaseIn(data, 'rollback', 'remote-team', '--why', 'x', '--to', '1.1.0', '--json')).toMatchObject({
      code: 1,
      data: { refusals: [{ rule: 'failed' }] },
    })
  }, 60_000)

  it('puts a release on a share, reports its browsers and the verdict of the judge, and ends it', async () => {
    const data = await copyTemplateStore()
    const app = 'remote-team'
    await runReleaseIn(data, 'publish', app, '--dist', await writeDist(data, app, '1.8.0'), '--stage')
    const begin = ['canary', app, '--share', '10', '--manual', '--why', 'try it']
    expect(await runReleaseIn(data, ...begin, '--dry-run', '--json')).toMatchObject({
      data: { dryRun: true, generation: 4, plan: { apps: { [app]: { canary: { share: 10, manual: true } } } } },
    })
    expect(await readlink(join(data, 'store/current'))).toBe('live/3')
    expect((await runReleaseIn(data, ...begin)).text).toContain('Generation 4 is live (canary')
    const { apps } = (await runReleaseIn(data, 'status', '--json')).data as unknown as { apps: Record<string, Tried> }
    const { active, canary } = apps[app] ?? {}
    expect((await runReleaseIn(data, 'health')).text).toMatch(/^Browser reports are unknown/)
    expect((await runReleaseIn(data, 'canary', '--judge')).text).toMatch(/wait: browser reports cannot be read/)

    const bucket = { minute: '2026-01-01T00:00:00.000Z', app, known: false }
    let generation = 4
    const works = { outcome: 'mounted', step: 24, path: '/team', language: 'en_US' }
    const fails = { outcome: 'failed', step: null, phase: 'render', reason: 'Error: no list', language: 'hi_IN' }
    const close = await startCollector(data, () => [
      { ...bucket, ...works, generation, release: active?.id, group: 'rest', count: 90 },
      { ...bucket, ...fails, generation, release: canary?.release, group: 'canary', count: 10 },
    ])
    try {
      const { text } = await runReleaseIn(data, 'health', app, '--since', '7d')
      expect(text).toContain(`${active?.id} `)
      expect(text).toMatch(/10 browsers, 10 failed \(100\.0 %\), 0 saw the card/)
      expect(text).toContain('10  render: Error: no list [canary] (all hi_IN)')
      const judged = /stop: failures: 10 with it among 10 browsers, 0 without it among 90, by luck/
      expect((await runReleaseIn(data, 'canary', '--judge')).text).toMatch(judged)
      expect((await runReleaseIn(data, 'status')).text).toMatch(judged)
      // From another machine: the address and the secret come from variables.
      const { service } = JSON.parse(await readFile(join(data, 'operations.json'), 'utf8')) as { service: string }
      await rm(join(data, 'operations.json'))
      const there = { SERVICE: service.replace('http://', ''), OPERATORS_SECRET: 'between us' }
      const asks = [['canary', '--judge', '--dry-run'], ['status'], ['health', app, '--since', '7d']] as const
      const outputFor = async (env: NodeJS.ProcessEnv) => {
        const texts: string[] = []
        for (const words of asks) texts.push((await runReleaseAs(data, env, ...words)).text)
        return texts
      }
      const [dryRun, ...others] = await outputFor(there)
      expect([dryRun, others[0]]).toEqual([expect.stringMatching(judged), expect.stringMatching(judged)])
      expect(others[1]).toContain('10  render: Error: no list')
      for (const text of await outputFor({ ...there, OPERATORS_SECRET: 'another' }))
        expect(text).toContain('answers 401')
      await writeFile(join(data, 'operations.json'), JSON.stringify({ service }))
      expect(await readlink(join(data, 'store/current'))).toBe('live/4')
      await runReleaseIn(data, 'canary', app, '--stop', '--why', 'enough')
      const { text: over } = await runReleaseIn(data, 'canary', app, '1.8.0', '--share', '5', '--even-if-unsafe')
      expect(over).toContain('Generation 6 is live (canary')
      // What was said of the one before is not heard.
      expect((await runReleaseIn(data, 'canary', '--judge')).text).toContain('too few browsers to tell')
      generation = 6
      expect((await runReleaseIn(data, 'canary', '--judge', '--json')).data).toMatchObject({
        judged: [{ app, decision: 'stop', generation: 7 }],
      })
      expect((await runReleaseIn(data, 'canary', '--judge')).text).toContain('No canary is running.')
    } finally {
      close()
    }
  }, 120_000)

  it('explains itself: every command, and every option of each', async () => {
    const all = await runReleaseIn(template, '--help')
    expect(all.code).toBe(0)
    for (const [name, command] of Object.entries(commands)) {
      expect(all.text).toContain(name)
      const own = await runReleaseIn(template, name, '--help')
      expect(own.code).toBe(0)
      for (const option of Object.keys({ ...command.options, ...commonOptions }))
        expect(own.text).toContain(`--${option}`)
    }
  }, 60_000)

  it.each([
    [[], 'All commands'],
    [['publish', 'remote-team', 'remote-wallet'], 'publish <app>'],
    [['status', 'remote-team'], 'status'],
    [['rollback', 'remote-team', '1.0.0'], 'rollback <app>'],
    [['status', '--to', '1.0.0'], 'status'],
    [['rolback'], 'Did you mean "rollback"?'],
    [['publish'], 'publish <app>'],
    [['publish', 'remote-walet', '--staeg'], 'Did you mean "stage"?'],
    [['publish', 'remot-team'], 'Did you mean "remote-team"?'],
    [['rollback', 'remote-team', '--too', '1'], 'Did you mean "to"?'],
    [['rollback', 'remote-team'], 'needs a reason'],
    [['promote', 'remote-team', '--none', '--why', ' '], 'needs a reason'],
    [['promote', 'remote-team', '1.0.0', '--none', '--why', 'x'], 'takes no release'],
    [['revoke', 'remote-team', '1.0.0'], 'needs a reason'],
    [['revoke', 'remote-team', '--why', 'x'], 'revoke <app>'],
    [['history', '--limit', 'x'], 'history'],
    [['keys', '--make', 'king'], 'keys'],
    [['keys', '--make', 'ops', '--rotate', 'ops'], 'one change at a time'],
    [['keys', '--restore', 'ops.00000000'], 'no revoked key'],
    [['canary', 'remote-team', '--share', '51'], 'from 1 to 50'],
    [['canary', 'remote-team', '--judge'], 'takes nothing else'],
    [['canary', '--share', '5'], 'needs an app'],
    [['canary', 'remote-team', '--stop', '--share', '5'], 'canary <app>'],
    [['canary', 'remote-team', '--pause', '--resume'], 'canary <app>'],
    [['history', '--provenance'], 'needs an app'],
    [['status', '--overrides', 'yes'], '--overrides off'],
    [['verify', '--accept-set-back'], 'verify --renew'],
    [['retire', 'remote-team', '--why', 'x'], '`retire` is now `promote <app> --none`.'],
    [['judge', '--once'], '`judge` is now `canary --judge`.'],
    [['health', '--since', '31d'], 'health'],
  ])(
    'ends with 2 and the usage of that command alone for %j',
    async (words, message) => {
      const { code, text } = await runReleaseIn(template, ...words)
      expect(code).toBe(2)
      expect(text).toContain(message)
      expect(text).toContain('npm run release --')
      expect(text.match(/npm run release --/g)).toHaveLength(1)
      expect(text.split('\n').length).toBeLessThan(22)
    },
    60_000,
  )

  it.each([
    [['rollback', 'remote-teem', '--why', 'x'], 'unknown-app', 'Did you mean "remote-team"?'],
    [['promote', 'remote-teem'], 'unknown-app', 'The apps are: remote-team, shell.'],
    [['promote', 'remote-teem', '--none', '--why', 'x'], 'unknown-app', 'Did you mean "remote-team"?'],
    [['promote', 'remote-team', '1.'], 'ambiguous', '1.0.0-'],
    [['revoke', 'remote-team', '1', '--why', 'x'], 'ambiguous', '1.1.0-'],
    [['promote', 'remote-team', '1.2.0'], 'release-there', 'The releases are: 1.0.0-'],
    [['keys', '--make', 'remote-teem'], 'unknown-app', 'Did you mean "remote-team"?'],
    [['keys', '--rotate', 'remote-teem'], 'unknown-app', '--new'],
    [['keys', '--revoke', 'ops.00000000'], 'key-there', '`keys` lists'],
  ])('refuses %j, and suggests the nearest name or lists the known ones', async (words, rule, message) => {
    const data = await copyTemplateStore()
    const keys = await readFile(join(data, 'keys/keys.json'), 'utf8')
    const { code, text } = await runReleaseIn(data, ...words)
    expect([code, text]).toEqual([1, expect.stringContaining(`[${rule}]`)])
    expect(text).toContain(message)
    expect(await readFile(join(data, 'keys/keys.json'), 'utf8')).toBe(keys)
    expect(await readlink(join(data, 'store/current'))).toBe('live/3')
  })

  it('reports where it looked for a store, and makes none', async () => {
    const data = await makeFreshFolder()
    const { code, text } = await runReleaseIn(data, 'rollback', 'remote-team', '--why', 'x')
    expect([code, text]).toEqual([1, expect.stringContaining(`${join(data, 'store')}: no release store is here`)])
    expect(text).toContain('DATA_DIR')
    expect(await readdir(data)).toEqual([])
  })

  it('shows what a revoked key takes out, refuses an app to go unasked, does it, and undoes it', async () => {
    const data = await copyTemplateStore()
    const { keys } = (await runReleaseIn(data, 'keys', '--json')).data as unknown as {
      keys: { id: string; role: string }[]
    }
    const id = keys.find(({ role }) => role === 'remote-team')?.id ?? ''
    for (const change of [
      ['--make', 'remote-sixth', '--new'],
      ['--rotate', 'remote-team'],
      ['--revoke', id],
    ]) {
      const before = await readFile(join(data, 'keys/keys.json'), 'utf8')
      // A revocation that would be refused ends as it would.
      const code = change[0] === '--revoke' ? 1 : 0
      expect((await runReleaseIn(data, 'keys', ...change, '--dry-run')).code).toBe(code)
      expect(await readFile(join(data, 'keys/keys.json'), 'utf8')).toBe(before)
    }
    await runReleaseIn(data, 'keys', '--rotate', 'remote-team')
    const revoke = ['keys', '--revoke', id, '--why', 'stolen']
    expect((await runReleaseIn(data, ...revoke, '--dry-run', '--json')).data).toMatchObject({
      signed: [expect.stringContaining('remote-team/1.0.0-'), expect.stringContaining('remote-team/1.1.0-')],
      lost: ['remote-team'],
    })
    expect(await runReleaseIn(data, ...revoke)).toMatchObject({
      code: 1,
      text: expect.stringContaining('[nothing-left]'),
    })
    const folder = await writeDist(data, 'remote-team', '1.2.0')
    expect(await runReleaseIn(data, 'publish', 'remote-team', '--dist', folder)).toMatchObject({ code: 0 })
    expect((await runReleaseIn(data, ...revoke)).text).toContain(`keys --restore ${id}`)
    expect((await runReleaseIn(data, 'status', '--json')).data).toMatchObject({
      generation: 5,
      apps: { 'remote-team': { active: { version: '1.2.0' }, previous: [] } },
    })
    expect((await runReleaseIn(data, 'verify')).code).toBe(0)
    expect(await runReleaseIn(data, 'promote', 'remote-team', '1.1.0')).toMatchObject({ code: 1 })
    expect((await runReleaseIn(data, 'keys', '--restore', id)).code).toBe(0)
    expect((await runReleaseIn(data, 'promote', 'remote-team', '1.1.0')).code).toBe(0)
  }, 60_000)
})
