import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { repositoryRoot } from '@adcoin/checks/repository'
import { apiCodes, type Release } from '@adcoin/contract'
import { findLowestPlatform } from '@adcoin/preset/lowest-platform'
import { readPlatform, type Platform, type Shapes } from '@adcoin/preset/platform'
import { raisePlatform } from '@adcoin/preset/raise-platform'
import { inc, type ReleaseType } from 'semver'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { refuseUnknownCalls } from '../src/operations/check-calls.ts'
import { readLiveState } from '../src/operations/live-state.ts'
import { acceptsAll } from '../src/operations/plan.ts'
import { pack, publishLive } from '../src/operations/publish.ts'
import type { ReleaseContext } from '../src/operations/release-context.ts'
import { Refused } from '../src/refusal.ts'
import { applyTogether, applyWanted, createFixtureBuild, createFixtureContext, stage } from './fixture-apps.ts'

/**
 * The orders of docs/recipes/upgrade.md, with the platform of today and what it becomes. `package-skew.slow.test.ts`
 * builds shell and remote of both.
 */
const page = readFileSync(join(repositoryRoot, 'docs/recipes/upgrade.md'), 'utf8')
const today = readPlatform()
const shapes: Shapes = Object.fromEntries(
  Object.entries(today.names).map(([group, names]) => [
    group,
    Object.fromEntries(Object.entries(names).map(([name, { shape }]) => [name, shape])),
  ]),
)
const raise = (group: string, name: string, shape: string) =>
  raisePlatform(today, { ...shapes, [group]: { ...shapes[group], [name]: shape } })
const raiseReact = (by: ReleaseType) =>
  raise('libraries', 'react', inc(shapes['libraries']?.['react'] ?? '', by) ?? expect.fail())

const team = globSync('remote-team/src/**/*.{ts,tsx}', { cwd: repositoryRoot })
  .filter(file => !file.includes('.test.'))
  .map(file => ({ file, text: readFileSync(join(repositoryRoot, file), 'utf8') }))
/** What a build of remote-team needs, with this code more. */
const lowestOf = (platform: Platform, code = '') =>
  findLowestPlatform([...team, { file: 'more.ts', text: code }], ['team'], platform)

type Wanted = readonly [app: string, version: string, platform: string]
let context: ReleaseContext
/** `--even-if-unsafe` */
let accepts: typeof acceptsAll | undefined
/** Publishes all in one generation. @returns the sentences of the gate, with the versions as the page writes them */
async function publish(...wanted: readonly Wanted[]): Promise<readonly string[]> {
  const packed = wanted.map(([app, version, platform]) =>
    pack(context, createFixtureBuild(app, { version, build: { platform } })),
  )
  const why = { action: 'publish', why: 'upgrade', ...(accepts && { accepts }) } as const
  return collectSentences(publishLive(context, await readLiveState(context), packed, why))
}
const rollBack = (app: string) => collectSentences(applyWanted(context, { action: 'rollback', app }))
/** Stages all, then makes them live as `promote shell remote-team` does. */
async function promoteTogether(...wanted: readonly Wanted[]): Promise<readonly string[]> {
  for (const [app, version, platform] of wanted)
    await stage(context, createFixtureBuild(app, { version, build: { platform } }))
  const operations = wanted.map(([app]) => ({ action: 'promote' as const, app, evenIfUnsafe: accepts !== undefined }))
  return collectSentences(applyTogether(context, ...operations))
}
const readActive = async () =>
  Object.entries((await readLiveState(context)).live?.apps ?? {}).map(([app, { active }]) => [
    app,
    active.split('-')[0],
  ])

async function collectSentences(work: Promise<unknown>): Promise<readonly string[]> {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (thrown !== undefined && !(thrown instanceof Refused)) throw thrown
  return thrown?.refusals.map(({ says }) => says.replace(/shell \S+,/, 'shell <id>,')) ?? []
}

/** A sentence that the page has, with these versions. */
function readSentence(begins: string, [newer, older]: readonly [string, string] = ['', '']): string {
  const sentence = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text).find(text => text.startsWith(begins))
  return sentence?.replace('<newer>', newer).replace('<older>', older) ?? expect.fail(`the page lacks: ${begins}`)
}

beforeEach(async () => {
  accepts = undefined
  context = await createFixtureContext(undefined, ['shell', 'remote-team'])
  expect(await publish(['shell', '1.0.0', today.version], ['remote-team', '1.0.0', lowestOf(today)])).toEqual([])
})

describe.each([
  ['a React minor', raiseReact('minor'), ''],
  ['a new export of a shared package', raise('@adcoin/ui', 'Figure', 'new'), "import { Figure } from '@adcoin/ui'"],
])('%s', (_, next, code) => {
  const newer = ['remote-team', '1.1.0', lowestOf(next, code)] as const
  const refused = readSentence('it needs platform <newer>', [next.version, today.version])

  it('is refused with the remote first', async () => expect(await publish(newer)).toEqual([refused]))

  it('goes live with the shell first, older remotes beside it, and back in the reverse order', async () => {
    expect(await publish(['shell', '1.1.0', next.version])).toEqual([])
    expect(await publish(newer)).toEqual([])
    expect(await rollBack('shell')).toEqual([refused])
    expect(await rollBack('remote-team')).toEqual([])
    expect(await rollBack('shell')).toEqual([])
  })

  it('goes live with shell and remote as one generation, and back as one', async () => {
    expect(await promoteTogether(['shell', '1.1.0', next.version], newer)).toEqual([])
    expect((await readLiveState(context)).number).toBe(2)
    expect(await rollBack('shell')).toEqual([refused])
    const back = ['shell', 'remote-team'].map(app => ({ action: 'rollback' as const, app }))
    expect(await collectSentences(applyTogether(context, ...back))).toEqual([])
    expect(await readActive()).toEqual([
      ['shell', '1.0.0'],
      ['remote-team', '1.0.0'],
    ])
    expect((await readLiveState(context)).number).toBe(3)
  })
})

it.each([
  ['publish', publish],
  ['promote', promoteTogether],
])('a React major by %s: refused until all apps go live at once and operators accept the break', async (_, goLive) => {
  const next = raiseReact('major')
  const shell = ['shell', '2.0.0', next.version] as const
  const refused = readSentence('it needs platform <older>', [next.version, lowestOf(today)])
  expect(await goLive(shell)).toEqual([refused])
  const all = [shell, ['remote-team', '2.0.0', lowestOf(next)]] as const
  expect(await goLive(...all)).toEqual([refused])
  expect((await readLiveState(context)).number).toBe(1)
  accepts = acceptsAll
  expect(await goLive(...all)).toEqual([])
})

it.each(['@rspack/core', 'axios'])(
  '%s is no part of the platform: remote and shell in any order, and back',
  async name => {
    expect(Object.keys(shapes['libraries'] ?? {})).not.toContain(name)
    expect(await publish(['remote-team', '1.1.0', lowestOf(today)])).toEqual([])
    expect(await publish(['shell', '1.1.0', today.version])).toEqual([])
    expect(await rollBack('shell')).toEqual([])
  },
)

it('a language: refused without its file; with it the remote goes live before the shell', async () => {
  const files = apiCodes.filter(code => code !== 'es_ES').map(code => [code, `locale.${code}.json`])
  const locales = Object.fromEntries(files) as Release['locales']
  const without = createFixtureBuild('remote-team', { version: '1.1.0', build: { locales } })
  await expect(async () => pack(context, without)).rejects.toThrow(readSentence('the language is missing'))
  expect(await publish(['remote-team', '1.1.0', lowestOf(today)])).toEqual([])
  expect(await publish(['shell', '1.1.0', today.version])).toEqual([])
})

it('a call: refused before its service runs, and goes live after', async () => {
  let served = ['GET /app/user']
  const server = createServer((_, answer) => answer.end(JSON.stringify(served))).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = () =>
    refuseUnknownCalls(async () => ({ url: `http://127.0.0.1:${port}`, secret: '' }), 'remote-team', [
      'GET /app/newest',
    ])
  await expect(ask()).rejects.toThrow(readSentence('the running service'))
  served = [...served, 'GET /app/newest']
  expect(await ask()).toEqual([])
})
