import * as v from 'valibot'
import { expect, it } from 'vitest'
import { fixtureSite, publishFixture } from '../../tests/fixture-apps.ts'
import { compose, discoveryOf } from './compose.ts'
import { registryOf } from './registry.ts'
import { readLiveState } from '../operations/live-state.ts'

/**
 * What the schema v1-pre of AWS frontend discovery says (awslabs/frontend-discovery, schema/v1-pre.json): these fields
 * and no others but in `extras`. It checks the first of each list; here each is checked.
 */
const Discovery = v.strictObject({
  schema: v.string(),
  microFrontends: v.record(
    v.string(),
    v.array(
      v.strictObject({
        url: v.string(),
        fallbackUrl: v.optional(v.string()),
        metadata: v.strictObject({ integrity: v.string(), version: v.string() }),
        extras: v.optional(v.record(v.string(), v.unknown())),
        deployment: v.optional(
          v.object({ traffic: v.pipe(v.number(), v.minValue(0), v.maxValue(100)), default: v.boolean() }),
        ),
      }),
    ),
  ),
})

it('what is live is described in the schema of AWS frontend discovery, with entry, hash and fallback of each app', async () => {
  const site = await fixtureSite()
  await publishFixture(site, 'shell')
  const older = await publishFixture(site, 'remote-team', { version: '1.0.0' })
  const newer = await publishFixture(site, 'remote-team', { version: '1.1.0' })
  const { generation, releases } = await readLiveState(site)
  if (!generation) throw new Error('nothing is live')
  const files = await compose(generation, releases)
  const answer = v.parse(Discovery, JSON.parse(files.get('discovery.json')?.toString() ?? ''))
  expect(Object.keys(answer.microFrontends).sort()).toEqual(['remote-team', 'shell'])
  expect(answer.microFrontends['remote-team']).toMatchObject([
    {
      url: `/releases/remote-team/${newer}/entry.js`,
      fallbackUrl: `/releases/remote-team/${older}/entry.js`,
      metadata: { version: '1.1.0', integrity: expect.stringMatching(/^sha256-/) as string },
      extras: { adcoin: { id: newer, generation: 3 }, moduleFederation: { exposes: './door' } },
      deployment: { traffic: 100, default: true },
    },
  ])
  for (const entries of Object.values(answer.microFrontends)) {
    expect(new Set(entries.map(entry => JSON.stringify(entry))).size).toBe(entries.length)
    expect(entries.filter(({ deployment }) => deployment?.default)).toHaveLength(1)
    expect(entries.reduce((sum, { deployment }) => sum + (deployment?.traffic ?? 0), 0)).toBe(100)
  }
})

it('a canary is beside what is live, with its share, and falls back to it', async () => {
  const site = await fixtureSite()
  await publishFixture(site, 'shell')
  const tried = await publishFixture(site, 'remote-team', { version: '1.1.0' })
  const live = await publishFixture(site, 'remote-team', { version: '1.0.0' })
  const { generation, releases } = await readLiveState(site)
  if (!generation) throw new Error('nothing is live')
  const registry = registryOf(generation, releases)
  const team = registry.apps['remote-team']
  const [release] = team?.previous ?? []
  if (!team || !release) throw new Error('nothing to try')
  const canary = { release, share: 10, salt: 'abcdefgh' }
  const answer = v.parse(
    Discovery,
    discoveryOf({ ...registry, apps: { ...registry.apps, 'remote-team': { ...team, canary } } }),
  )
  expect(answer.microFrontends['remote-team']).toMatchObject([
    { url: `/releases/remote-team/${live}/entry.js`, deployment: { traffic: 90, default: true } },
    {
      url: `/releases/remote-team/${tried}/entry.js`,
      fallbackUrl: `/releases/remote-team/${live}/entry.js`,
      deployment: { traffic: 10, default: false },
    },
  ])
})
