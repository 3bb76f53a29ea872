import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { createFixtureBuild, createFixtureContext, makeFreshFolder, applyWanted } from '../../tests/fixture-apps.ts'
import { readLiveState } from '../operations/live-state.ts'
import { getRolledBackSources } from '../operations/plan.ts'
import type { ReleaseContext } from '../operations/release-context.ts'
import { publishChanged } from './publish-changed.ts'

const team = 'remote-team'
/** Hashes of a team's own folder, as they would be after one change and another. */
const [first, second, third] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'] as const
let root: string
let context: ReleaseContext
let lines: string[]

/** A repository whose apps are built already, so that a start has only to publish. */
beforeEach(async () => {
  root = await makeFreshFolder()
  context = await createFixtureContext()
  lines = []
  await mkdir(join(root, 'tools/preset/bin'), { recursive: true })
  await mkdir(join(root, 'node_modules/@adcoin'), { recursive: true })
  await symlink(join(root, 'tools/preset'), join(root, 'node_modules/@adcoin/preset'))
  await writeFile(
    join(root, 'tools/preset/bin/release-ids.ts'),
    `console.log(require('node:fs').readFileSync('ids.json', 'utf8'))`,
  )
  await writeSources({ shell: ['1.0.0', first], [team]: ['1.0.0', first] })
})

/** What stands in the sources now: app to version (so to id) and hash of its own folder. */
async function writeSources(
  apps: Readonly<Record<string, readonly [version: string, ownSources: string]>>,
): Promise<void> {
  const ids: Record<string, { id: unknown; ownSources: string }> = {}
  for (const [app, [version, ownSources]] of Object.entries(apps)) {
    const { build, entries } = createFixtureBuild(app, { version, build: { ownSources } })
    const dist = join(root, app, 'dist')
    await mkdir(join(dist, 'release'), { recursive: true })
    await writeFile(join(root, app, 'package.json'), '{}')
    await writeFile(join(dist, 'build.json'), JSON.stringify(build))
    for (const { path, bytes } of entries) await writeFile(join(dist, 'release', path), bytes)
    ids[app] = { id: (build as { id: unknown }).id, ownSources }
  }
  await writeFile(join(root, 'ids.json'), JSON.stringify(ids))
}

const start = () => publishChanged(root, root, context, line => lines.push(line))
const rollBack = async () => applyWanted(context, { action: 'rollback' })
const live = async () => {
  const { live, releases } = await readLiveState(context)
  return releases.get(`${team}/${live?.apps[team]?.active}`)?.version
}

it('a start publishes what is new, and records that it was neither tried nor checked', async () => {
  expect(await start()).toEqual(['shell', team])
  const { live, change } = await readLiveState(context)
  const key = (app: string) => `${app}/${live?.apps[app]?.active}`
  const skipped = { untried: 'npm start', unchecked: 'npm start' }
  expect(change?.skipped).toEqual({ [key('shell')]: skipped, [key(team)]: skipped })
  expect(lines.join()).toContain('without smoke test and checks')
  expect(await start()).toEqual([])
})

it('a new remote is published by its folder alone', async () => {
  context = await createFixtureContext(undefined, ['shell', team, 'remote-fifth'])
  await writeSources({ shell: ['1.0.0', first], [team]: ['1.0.0', first], 'remote-fifth': ['1.0.0', first] })
  expect(await start()).toEqual(['shell', 'remote-fifth', team])
})

it('a rollback survives a start, also when what the app shares has changed, and its id with it', async () => {
  await start()
  await writeSources({ shell: ['1.0.0', first], [team]: ['1.1.0', second] })
  expect(await start()).toEqual([team])
  await rollBack()
  expect(await start()).toEqual([])
  await writeSources({ shell: ['1.2.0', first], [team]: ['1.2.0', second] })
  expect(await start()).toEqual(['shell'])
  expect(await live()).toBe('1.0.0')
  expect(lines.join('\n')).toContain(`${team} stays at`)
  await writeSources({ shell: ['1.2.0', first], [team]: ['1.3.0', third] })
  expect(await start()).toEqual([team])
  expect(await live()).toBe('1.3.0')
})

it('so does a second rollback, and one by revoking what is live', async () => {
  await start()
  await writeSources({ shell: ['1.0.0', first], [team]: ['1.1.0', second] })
  await start()
  await writeSources({ shell: ['1.0.0', first], [team]: ['1.2.0', third] })
  await start()
  const worst = (await readLiveState(context)).live?.apps[team]?.active ?? ''
  await applyWanted(context, { action: 'revoke', release: worst })
  await rollBack()
  expect(await live()).toBe('1.0.0')
  for (const [version, ownSources] of [
    ['1.3.0', third],
    ['1.4.0', second],
  ] as const) {
    await writeSources({ shell: ['1.0.0', first], [team]: [version, ownSources] })
    expect(await start()).toEqual([])
  }
})

it('until a person brings these sources back', async () => {
  await start()
  await writeSources({ shell: ['1.0.0', first], [team]: ['1.1.0', second] })
  await start()
  const former = (await readLiveState(context)).live?.apps[team]?.active
  await rollBack()
  expect(getRolledBackSources(await readLiveState(context))).toEqual({ [team]: [{ sources: second, why: 'failed' }] })
  await applyWanted(context, { action: 'promote', release: former, evenIfUnsafe: true })
  expect(getRolledBackSources(await readLiveState(context))).toEqual({})
  await writeSources({ shell: ['1.0.0', first], [team]: ['1.2.0', second] })
  expect(await start()).toEqual([team])
})

it('what was retired stays away until its sources change', async () => {
  await start()
  await applyWanted(context, { action: 'retire' })
  expect(await live()).toBeUndefined()
  expect(await start()).toEqual([])
  expect(lines.join()).toContain(`release promote ${team}`)
  await writeSources({ shell: ['1.0.0', first], [team]: ['1.1.0', second] })
  expect(await start()).toEqual([team])
  expect(await live()).toBe('1.1.0')
})
