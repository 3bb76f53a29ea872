import { LiveVersion, PublishedList } from '@adcoin/contract'
import { CspEvaluator } from 'csp_evaluator'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import * as v from 'valibot'
import { afterEach, expect, it } from 'vitest'
import {
  createFixtureBuild,
  createFixtureContext,
  applyWanted,
  publishFixture,
  stage,
} from '../../tests/fixture-apps.ts'
import { apply } from '../operations/apply.ts'
import { readLiveState } from '../operations/live-state.ts'
import { buildPlan } from '../operations/plan.ts'
import { createMemoryStore } from '../../tests/memory-store.ts'
import { createGateway } from './gateway.ts'

const open: ReturnType<typeof createGateway>[] = []
afterEach(() => Promise.all(open.splice(0).map(gateway => gateway.close())))

/** A product of two live releases of the team and one that was only published, with a gateway in front. */
async function startProduct() {
  const store = createMemoryStore()
  const context = await createFixtureContext(store)
  await publishFixture(context, 'shell')
  const older = await publishFixture(context, 'remote-team', { version: '1.0.0' })
  const live = await publishFixture(context, 'remote-team', { version: '1.1.0' })
  const { id: held } = await stage(context, createFixtureBuild('remote-team', { version: '2.0.0' }))
  const gateway = createGateway({ store, ring: async () => context.ring, services: () => [], pollEveryMs: 0 })
  open.push(gateway)
  const origin = await gateway.listen({ port: 0, host: '127.0.0.1' })
  const ask = (path: string) => fetch(origin + path, { headers: { connection: 'close' } })
  const allow = async (isAllowed: boolean) =>
    apply(
      context,
      buildPlan(context, await readLiveState(context), { action: 'overrides', why: '' }, { overrides: isAllowed }),
    )
  const list = async () => v.parse(PublishedList, await (await ask('/published.json')).json())['remote-team'] ?? []
  return { store, context, ask, allow, list, older, live, held }
}

it('without overrides nothing but what is live is answered, and no other source is allowed', async () => {
  const { ask, allow, held } = await startProduct()
  for (const path of ['/published.json', `/published/remote-team/${held}.json`])
    expect((await ask(path)).status).toBe(404)
  const strict = await ask('/home')
  const page = await strict.text()
  expect(`${strict.headers.get('content-security-policy')} ${page}`).not.toMatch(/localhost|127\.0\.0\.1|overrides/)
  expect(findingsOf(strict.headers.get('content-security-policy') ?? '', page)).toEqual([])
  await allow(true)
  expect((await ask('/home')).headers.get('content-security-policy')).toBe(
    strict.headers.get('content-security-policy'),
  )
  await allow(false)
  const again = await ask('/home')
  expect(again.headers.get('content-security-policy')).toBe(strict.headers.get('content-security-policy'))
  expect(await again.text()).not.toMatch(/localhost|overrides/)
  expect((await ask('/published.json')).status).toBe(404)
})

it('with overrides what was published is listed, newest first, and answered for a browser', async () => {
  const { ask, allow, list, older, live, held } = await startProduct()
  await allow(true)
  expect(new Set((await list()).map(({ id }) => id))).toEqual(new Set([held, live, older]))
  const result = (await (await ask(`/published/remote-team/${held}.json`)).json()) as { version: unknown }
  expect(v.parse(LiveVersion, result.version).integrity['entry.js']).toMatch(/^sha256-/)
  expect(result).toMatchObject({ routes: [{ path: '/team' }], tabs: [] })
  expect(await (await ask('/live.json')).json()).toMatchObject({ overrides: true })
})

it('describes no release that is unsigned, revoked or below the minimum version', async () => {
  const { store, context, ask, allow, list, older, live, held } = await startProduct()
  await allow(true)
  store.files.set(`releases/remote-team/${held}/release.sig`, Buffer.from('nobody'))
  expect((await list()).map(({ id }) => id)).not.toContain(held)
  expect((await ask(`/published/remote-team/${held}.json`)).status).toBe(404)
  await applyWanted(context, { action: 'floor', below: '1.1.0' })
  expect(await list()).toMatchObject([{ id: live }])
  expect((await ask(`/published/remote-team/${older}.json`)).status).toBe(404)
  const newest = await publishFixture(context, 'remote-team', { version: '1.2.0' })
  await applyWanted(context, { action: 'revoke', release: newest })
  expect((await ask(`/published/remote-team/${newest}.json`)).status).toBe(404)
  expect((await ask('/published/remote-team/9.9.9-0a1b2c3d4e5f.json')).status).toBe(404)
})

/** Findings of Google's evaluator in the policy of the header and of the page, from "high" to "medium". */
function findingsOf(header: string, page: string): readonly string[] {
  const meta = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/i.exec(page)?.[1] ?? ''
  const { csp } = new CspParser(`${meta}; ${header}`)
  return (
    new CspEvaluator(csp)
      .evaluate()
      .filter(({ severity }) => severity <= Severity.MEDIUM)
      // The worker's address begins with the product's, which is http in this test.
      .filter(({ directive }) => directive !== 'worker-src')
      .map(({ directive, description }) => `${directive}: ${description}`)
  )
}
