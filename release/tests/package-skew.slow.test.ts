import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIn, copyRepository } from '@adcoin/checks/copied-repository'
import { inc, lte } from 'semver'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readLiveState } from '../src/operations/live-state.ts'
import { pack, publishLive } from '../src/operations/publish.ts'
import { predictRollback } from '../src/operations/rollback.ts'
import type { ReleaseContext } from '../src/operations/release-context.ts'
import { readBuiltApp, type BuiltApp } from '../src/releases/built-app.ts'
import { Refused } from '../src/refusal.ts'
import { applyTogether, applyWanted, createFixtureContext, makeFreshFolder, stage } from './fixture-apps.ts'

/**
 * A team adds an export to @adcoin/ui and uses it where a tap needs it. The repository is copied, so that shell,
 * @adcoin/ui and remote are real builds of real sources, before and after.
 */
const apps = ['shell', 'remote-wallet'] as const
type Name = 'olderShell' | 'olderWallet' | 'newerShell' | 'newerWallet'
let folder: string
let built: Record<Name, BuiltApp>
let context: ReleaseContext
let raise: string

beforeAll(async () => {
  folder = await makeFreshFolder()
  const root = join(folder, 'repository')
  copyRepository(root)
  const [olderShell, olderWallet] = await buildBoth(root, 'older')
  edit(root, 'shared/ui/src/index.ts', text => `${text}export { celebrate } from './celebrate.ts'\n`)
  writeFileSync(
    join(root, 'shared/ui/src/celebrate.ts'),
    "export function celebrate(): string {\n  return 'hurra'\n}\n",
  )
  raise = execFileSync(process.execPath, [join(root, 'tools/preset/src/platform/write-platform.ts')], {
    encoding: 'utf8',
  })
  edit(root, 'remote-wallet/src/money/money-page.tsx', text =>
    `import { celebrate } from '@adcoin/ui'\n${text}`.replace(
      '<Main tabs>',
      '<Main tabs><button type="button" onClick={() => console.info(celebrate())}>Hurra</button>',
    ),
  )
  const [newerShell, newerWallet] = await buildBoth(root, 'newer')
  built = { olderShell, olderWallet, newerShell, newerWallet }
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000)

async function buildBoth(root: string, name: string): Promise<readonly [BuiltApp, BuiltApp]> {
  const [shell, wallet] = apps.map(app => {
    buildIn(root, app)
    cpSync(join(root, app, 'dist'), join(folder, name, app), { recursive: true })
    return readBuiltApp(app, join(folder, name, app))
  })
  if (!shell || !wallet) throw new Error('two apps are built')
  return [await shell, await wallet]
}

function edit(root: string, file: string, change: (text: string) => string): void {
  const text = readFileSync(join(root, file), 'utf8')
  const changed = change(text)
  expect(changed, file).not.toBe(text)
  writeFileSync(join(root, file), changed)
}

const change = { action: 'publish' as const, why: '' }
async function publish(...names: readonly Name[]): Promise<void> {
  const packed = names.map(name => pack(context, built[name]))
  await publishLive(context, await readLiveState(context), packed, change)
}
async function rollBack(app: string): Promise<void> {
  await applyWanted(context, { action: 'rollback', app })
}
async function refusalsOf(work: Promise<void>): Promise<readonly string[]> {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  const refusals = thrown instanceof Refused ? thrown.refusals : []
  return refusals.map(({ rule, place, says }) => `${rule} ${place}: ${says}`)
}
const idOf = (name: Name) => (built[name].build as { id: string }).id
const platformOf = (name: Name) => (built[name].build as { platform: string }).platform

beforeEach(async () => {
  context = await createFixtureContext(undefined, apps)
  await publish('olderShell', 'olderWallet')
}, 60_000)

describe('a remote that was built with newer shared packages', () => {
  const expectRefusal = () => [
    expect.stringContaining(`platform remote-wallet/${idOf('newerWallet')}: it needs platform`) as string,
  ]

  it('is refused beside the older shell, and nothing changes', async () => {
    expect(await refusalsOf(publish('newerWallet'))).toEqual(expectRefusal())
    expect((await readLiveState(context)).number).toBe(1)
  })

  it('is accepted once the newer shell is live, which then cannot go back before the remote has', async () => {
    await publish('newerShell')
    await publish('newerWallet')
    const answer = predictRollback(context, await readLiveState(context), 'shell')
    expect(answer).toMatchObject({ to: idOf('olderShell'), safe: false })
    expect(answer.why).toContain(`has platform ${platformOf('olderShell')}`)
    expect(await refusalsOf(rollBack('shell'))).toEqual(expectRefusal())
    await rollBack('remote-wallet')
    await rollBack('shell')
    expect((await readLiveState(context)).live?.apps['shell']?.active).toBe(idOf('olderShell'))
  })

  it('is accepted together with that shell in one generation, and goes back with it', async () => {
    for (const name of ['newerShell', 'newerWallet'] as const) await stage(context, built[name])
    const actOnBoth = (action: 'promote' | 'rollback') => applyTogether(context, ...apps.map(app => ({ action, app })))
    expect((await actOnBoth('promote')).live.number).toBe(2)
    const { live } = await actOnBoth('rollback')
    expect([live.number, live.apps['shell']?.active, live.apps['remote-wallet']?.active]).toEqual([
      3,
      idOf('olderShell'),
      idOf('olderWallet'),
    ])
  })

  it('asks in the browser for the platform with the export: an older open shell refuses it', () => {
    const [before, after] = [platformOf('olderShell'), platformOf('newerShell')]
    expect(after).toBe(inc(before, 'minor'))
    expect(raise.trim()).toBe(`platform ${after}: since platform ${before} added @adcoin/ui: celebrate`)
    expect(platformOf('newerWallet')).toBe(after)
    // It may use nothing of the newest additions.
    expect(lte(platformOf('olderWallet'), before)).toBe(true)
    const entry = built.newerWallet.entries.find(({ path }) => path === 'remoteEntry.js')?.bytes.toString('utf8')
    expect(entry).toContain(`"^${after}"`)
  })
})
