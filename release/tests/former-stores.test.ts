import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createGateway } from '../src/gateway/gateway.ts'
import { composeAgain } from '../src/operations/compose-again.ts'
import { readLiveState } from '../src/operations/live-state.ts'
import type { ReleaseContext } from '../src/operations/release-context.ts'
import { readHistory, readStatus } from '../src/operations/status.ts'
import { verifyLive } from '../src/operations/verify.ts'
import { readKeyRing, rotateKey } from '../src/signing/key-ring.ts'
import { createFolderCounter } from '../src/store/counter.ts'
import { createFolderStore } from '../src/store/folder-store.ts'
import { makeFreshFolder, applyWanted, planWanted, publishFixture } from './fixture-apps.ts'

const app = 'remote-team'
const reason = { action: 'publish', why: 'npm start: compose has changed' } as const

/**
 * A store as that commit wrote it: a shell, three releases of a remote, a rollback (number 4), a canary (5) that was
 * stopped (6). Pages of older numbers and private keys are left out.
 */
it.each(['4dfbcde', 'b2dab125'])(
  'a store of %s is opened, served, written in today’s shape, and rolled back',
  async commit => {
    const data = await makeFreshFolder()
    await promisify(execFile)('tar', ['xzf', join(import.meta.dirname, `store-of-${commit}.tgz`), '-C', data])
    const keys = join(data, 'keys')
    const [store, counter] = [createFolderStore(join(data, 'store')), createFolderCounter(keys)]
    const ring = () => readKeyRing(keys)
    const gateway = createGateway({ store, ring, counter, services: () => [], pollEveryMs: 0 })
    const fetchServed = async (path: string) => (await gateway.inject(path)).body
    expect(JSON.parse(await fetchServed('/registry.json'))).toMatchObject({ generation: 6 })
    expect(await fetchServed('/home')).toContain('id="registry"')
    expect((await gateway.inject('/live.json')).statusCode).toBe(404)

    let seconds = 0
    const now = () => new Date(Date.UTC(2026, 0, 2) + 1_000 * seconds++)
    for (const role of ['ops', app] as const) await rotateKey(keys, role, now())
    const context: ReleaseContext = { store, ring: await ring(), counter, now, by: 'ana' }
    const actions = (await readHistory(context)).map(({ action }) => action)
    expect(actions).toEqual(['stop', 'canary', 'rollback', 'publish', 'publish', 'publish'])
    const { active, previous } = (await readStatus(context)).apps[app] ?? expect.fail()
    expect([active.version, previous]).toEqual(['1.0.0', []])
    // What was stopped or rolled back then has failed now.
    await expect(planWanted(context, { action: 'promote', release: '1.2.0' })).rejects.toThrow('it failed')

    expect((await composeAgain(context, reason))?.live.number).toBe(7)
    expect(existsSync(join(data, 'store/generations/7.json'))).toBe(false)
    expect(await verifyLive(context)).toMatchObject({ ok: true, generation: 7 })
    expect(JSON.parse(await fetchServed('/live.json'))).toMatchObject({
      number: 7,
      apps: { [app]: { active: active.id } },
    })

    await applyWanted(context, { action: 'promote', release: '1.2.0', evenIfUnsafe: true })
    await publishFixture(context, app, { version: '2.0.0' })
    await applyWanted(context, { action: 'rollback' })
    expect(JSON.parse(await fetchServed('/live.json'))).toMatchObject({ number: 10 })
    const { live, change } = await readLiveState(context)
    expect(live?.apps[app]?.active).toMatch(/^1\.2\.0-/)
    expect(change?.left[app]?.map(({ why }) => why)).toEqual(['failed', 'failed'])
    expect(await verifyLive(context)).toMatchObject({ ok: true, generation: 10 })
    expect((await readHistory(context)).map(({ generation }) => generation)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(await readFile(join(keys, 'counter'), 'utf8')).toBe('10\n')
    // A shell of then brings the first platform, whatever it listed.
    const newer = publishFixture(context, app, { version: '2.1.0', build: { platform: '1.11.0' } })
    await expect(newer).rejects.toThrow('has platform 1.0.0')
    await gateway.close()
  },
  60_000,
)
