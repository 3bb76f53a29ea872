import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { liveSite } from '../src/gateway/live-site.ts'
import { planOperation } from '../src/operations/operations.ts'
import { planRenewal } from '../src/operations/renew.ts'
import { apply } from '../src/operations/apply.ts'
import { readLiveState } from '../src/operations/live-state.ts'
import type { ReleaseContext } from '../src/operations/release-context.ts'
import { historyOf, statusOf } from '../src/operations/status.ts'
import { verifyLive } from '../src/operations/verify.ts'
import { readKeyRing, rotateKey } from '../src/signing/key-ring.ts'
import { folderCounter } from '../src/store/counter.ts'
import { folderStore } from '../src/store/folder-store.ts'
import { freshFolder, publishFixture } from './fixture-apps.ts'

const app = 'remote-team'
const why = 'an update'

/**
 * A store as commit 4dfbcde wrote it: a shell, three releases of a remote, a rollback (generation 4), a canary (5) that
 * was stopped (6). Pages of older generations and private keys are left out.
 */
it('a store of an older version is read, served, renewed, changed and published to', async () => {
  const data = await freshFolder()
  await promisify(execFile)('tar', ['xzf', join(import.meta.dirname, 'store-of-4dfbcde.tgz'), '-C', data])
  const keys = join(data, 'keys')
  const store = folderStore(join(data, 'store'))
  expect((await liveSite(store, () => readKeyRing(keys), 0, folderCounter(keys)).now())?.generation).toBe(6)
  let seconds = 0
  const now = () => new Date(Date.UTC(2026, 0, 2) + 1_000 * seconds++)
  for (const role of ['ops', app] as const) await rotateKey(keys, role, now())
  const site: ReleaseContext = { store, ring: await readKeyRing(keys), counter: folderCounter(keys), now, by: 'ana' }
  const actions = (await historyOf(site)).map(({ action }) => action)
  expect(actions).toEqual(['stop', 'canary', 'rollback', 'publish', 'publish', 'publish'])
  expect((await statusOf(site)).apps[app]).toMatchObject({ active: { version: '1.0.0' }, previous: [] })
  const renewal = await planRenewal(site, why, false)
  await apply(site, renewal.planFor(await readLiveState(site)))
  expect(await verifyLive(site)).toMatchObject({ ok: true, generation: 7 })
  // What was stopped or rolled back then has failed now.
  const act = { action: 'promote' as const, app, why }
  const state = await readLiveState(site)
  await expect(planOperation(site, state, act)).rejects.toThrow('it is live already')
  await expect(planOperation(site, state, { ...act, release: '1.2.0' })).rejects.toThrow('it failed')
  await apply(site, await planOperation(site, state, { ...act, release: '1.2.0', evenIfUnsafe: true }))
  await publishFixture(site, app, { version: '2.0.0' })
  expect(await verifyLive(site)).toMatchObject({ ok: true, generation: 9 })
  expect(await readFile(join(keys, 'counter'), 'utf8')).toBe('9\n')
})
