import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HealthResponse, type HealthBucket } from '@adcoin/contract'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import {
  createFixtureBuild,
  createFixtureContext,
  applyWanted,
  planWanted,
  publishFixture,
  stage,
  type WantedOperation,
} from '../../tests/fixture-apps.ts'
import { apply } from './apply.ts'
import { judgeCanaries, keepJudging } from './judge-canaries.ts'
import { readLiveState } from './live-state.ts'
import { buildPlan, getRolledBackSources } from './plan.ts'
import { ensureKeys, readKeyRing, rotateKey, setKeyState } from '../signing/key-ring.ts'
import { readHistory, readStatus } from './status.ts'
import { planPrune } from './prune.ts'

const app = 'remote-team'

async function withCanary(manual = false, share = 10) {
  const context = await createFixtureContext()
  await publishFixture(context, 'shell')
  const active = await publishFixture(context, app, { version: '1.0.0' })
  const release = await stage(context, createFixtureBuild(app, { version: '1.1.0' }))
  const state = await readLiveState(context)
  await applyWanted(context, { action: 'canary', release: release.id, share, manual, why: 'try it' }, state)
  const bucket = (what: Partial<HealthBucket>): HealthBucket => ({
    ...{ minute: '2026-01-01T00:00:00.000Z', app, release: active, generation: state.number + 1, group: 'rest' },
    ...{ outcome: 'mounted', known: true, step: 24, count: 1, ...what },
  })
  const createReading = (...buckets: HealthBucket[]) => {
    const answer = v.parse(HealthResponse, { now: '2026-01-01T01:00:00.000Z', isCut: false, buckets })
    return async () => ({ answer })
  }
  const bad = createReading(
    bucket({ count: 90 }),
    bucket({ release: release.id, group: 'canary', outcome: 'failed', step: null, count: 10 }),
  )
  const minutes = Array.from({ length: 60 }, (_, at) => `2026-01-01T00:${String(at).padStart(2, '0')}:00.000Z`)
  const good = createReading(
    ...minutes.flatMap(minute => [
      bucket({ minute, count: 2 * (100 - share) }),
      bucket({ minute, release: release.id, group: 'canary', count: 2 * share }),
    ]),
  )
  return { context, active, candidate: release.id, bad, good }
}
const live = async (context: Parameters<typeof readLiveState>[0]) => (await readLiveState(context)).live?.apps[app]

it('a canary is in what is live with its hashes, and the live release stays live', async () => {
  const { context, active, candidate } = await withCanary()
  expect(await live(context)).toMatchObject({ active, canary: { release: candidate, share: 10, number: 3 } })
  const read = async (file: string) => JSON.parse(String(await context.store.read(`live/3/${file}`)))
  expect((await read('registry.json')).apps[app].canary).toMatchObject({ release: { id: candidate }, share: 10 })
  expect((await read('live.json')).apps[app].versions[candidate].integrity).toHaveProperty(['entry.js'])
  const state = await readLiveState(context)
  expect(state.releases.has(`${app}/${candidate}`)).toBe(true)
  await apply(context, buildPlan(context, state, { action: 'publish', why: 'composed again' }), state)
  expect((await live(context))?.canary?.release).toBe(candidate)
  expect((await readStatus(context)).apps[app]?.canary?.release).toBe(candidate)
  expect((await planPrune(context)).kept.map(({ what }) => what)).toContain(`${app}/${candidate}`)
})

it('a bad one is stopped by a generation that reports why, and a good one goes live', async () => {
  const stopped = await withCanary()
  const [verdict] = await judgeCanaries(stopped.context, stopped.bad)
  expect(verdict).toMatchObject({ decision: 'stop', generation: 4 })
  expect(verdict?.why).toMatch(
    /^failures among browsers known for a day: 10 with it among 10 browsers, 0 without it among 90, by luck less than once/,
  )
  expect(await live(stopped.context)).toEqual({ active: stopped.active, previous: [], stopped: stopped.candidate })
  const [last] = await readHistory(stopped.context, 1)
  const ended = { app, release: stopped.candidate, share: 0 }
  expect(last).toMatchObject({ action: 'stop', by: 'judge', why: `judge: ${verdict?.why}`, tries: [ended] })
  expect((await readHistory(stopped.context)).map(({ tries }) => tries)).toEqual([
    [ended],
    [{ ...ended, share: 10 }],
    [],
    [],
  ])
  expect(getRolledBackSources(await readLiveState(stopped.context))['remote-team']).toHaveLength(1)
  expect(await judgeCanaries(stopped.context, stopped.bad)).toEqual([])

  const promoted = await withCanary(false, 50)
  expect(await judgeCanaries(promoted.context, promoted.good)).toMatchObject([{ decision: 'promote', generation: 4 }])
  expect(await live(promoted.context)).toEqual({ active: promoted.candidate, previous: [promoted.active] })
  expect((await readHistory(promoted.context, 1))[0]?.tries).toEqual([])
})

it('raises and promotes nothing while the service is in trouble, and still stops a bad one', async () => {
  const { context, bad, good } = await withCanary()
  const calm = { minutes: 5, requests: 1000, errors: 3, loopDelayMs: 20 }
  const withService = (read: typeof good, service: HealthResponse['service']) => async () => ({
    answer: { ...(await read()).answer, service },
  })
  for (const [service, why] of [
    [{ ...calm, errors: 40 }, 'answered 40 of 1000 requests with an error'],
    [{ ...calm, loopDelayMs: 900 }, 'was blocked for 900 ms'],
  ] as const)
    expect(await judgeCanaries(context, withService(good, service))).toMatchObject([
      { decision: 'wait', why: expect.stringContaining(why) },
    ])
  expect(await judgeCanaries(context, withService(good, calm), true)).toMatchObject([{ decision: 'raise' }])
  expect(await judgeCanaries(context, withService(bad, { ...calm, errors: 400 }))).toMatchObject([{ decision: 'stop' }])
})

it('leaves a paused one to a person, acts again when it is resumed; browsers keep their group', async () => {
  const { context, bad } = await withCanary()
  const before = (await live(context))?.canary
  const pause = (isPaused: boolean) => applyWanted(context, { action: isPaused ? 'pause' : 'resume' })
  await pause(true)
  expect(await judgeCanaries(context, bad)).toMatchObject([{ decision: 'stop' }])
  expect((await live(context))?.canary).toEqual({ ...before, manual: true })
  await expect(pause(true)).rejects.toThrow('a person decides already')
  await pause(false)
  await judgeCanaries(context, bad)
  expect((await live(context))?.canary).toBeUndefined()
})

it('raises the share of a good canary step by step, and counts its browsers from zero', async () => {
  const { context, candidate, good } = await withCanary()
  const before = (await live(context))?.canary
  expect(await judgeCanaries(context, good)).toMatchObject([{ decision: 'raise', share: 25, generation: 4 }])
  const after = (await live(context))?.canary
  expect(after).toMatchObject({ release: candidate, share: 25, number: 4, salt: `${before?.salt.slice(0, 6)}01` })
  expect((await readHistory(context, 1))[0]).toMatchObject({
    action: 'canary',
    tries: [{ app, release: candidate, share: 25 }],
  })
  await applyWanted(context, { action: 'stop' })
  expect((await live(context))?.stopped).toBe(candidate)
})

it('does nothing where a person decides, in a rehearsal, or without readable reports', async () => {
  const { context, bad, good } = await withCanary(true)
  expect(await judgeCanaries(context, bad)).toMatchObject([{ decision: 'stop' }])
  const { context: other } = await withCanary()
  expect(await judgeCanaries(other, good, true)).toMatchObject([{ decision: 'raise' }])
  const [down] = await judgeCanaries(other, async () => ({ down: 'connect ECONNREFUSED' }))
  expect(down).toMatchObject({ decision: 'wait', why: expect.stringContaining('ECONNREFUSED') })
  expect([(await readLiveState(context)).number, (await readLiveState(other)).number]).toEqual([3, 3])
})

it('two judges at once make one generation, and the second reports who was faster', async () => {
  const { context, bad } = await withCanary()
  const [[one], [other]] = await Promise.all([judgeCanaries(context, bad), judgeCanaries(context, bad)])
  expect([one?.generation, other?.generation].filter(Boolean)).toEqual([4])
  expect([one, other].find(each => each?.generation === undefined)?.why).toMatch(
    /another operation went live first|another command is writing/,
  )
  expect((await readLiveState(context)).number).toBe(4)
})

it('acts only while it has the lease, with the keys of the moment, and lists what is published', async () => {
  const given = await withCanary()
  const { bad, candidate, active } = given
  let { context } = given
  const { answer } = await bad()
  const looks: { readonly name: string; readonly releases: unknown }[] = []
  let isMine = false
  const service = createServer((request, response) => {
    let body = ''
    request.on('data', part => (body += String(part)))
    request.on('end', () => {
      if (request.method === 'POST') looks.push(JSON.parse(body))
      const lease = { isMine, judge: { name: 'ben@other', lookedAt: '2026-01-01T00:00:00.000Z' } }
      response.end(JSON.stringify(request.method === 'POST' ? lease : answer))
    })
  })
  await new Promise<void>(done => service.listen(0, '127.0.0.1', done))
  const { port } = service.address() as AddressInfo
  const find = async () => ({ url: `http://127.0.0.1:${port}`, secret: 'secret' })
  const open = async () => ({ ...context, ring: await readKeyRing(context.ring.folder) })
  const [ending, lines] = [new AbortController(), [] as string[]]
  const pending = Promise.withResolvers<void>()
  const recordLine = (line: string) => (lines.push(line), pending.resolve(), lines.length === 2 && ending.abort())
  const judging = keepJudging(open, find, recordLine, ending.signal, 50)
  await pending.promise
  expect(lines).toEqual(['Another judge of canaries acts: ben@other.'])
  expect((await live(context))?.canary?.release).toBe(candidate)
  // Meanwhile a team is added and goes live, a key is revoked, and the operators' is rotated: at its next turn the same
  // judge trusts the new keys, and signs with the current one.
  const { folder } = context.ring
  const { keys } = await ensureKeys(folder, ['remote-news', 'remote-old'], context.now())
  context = await open()
  await publishFixture(context, 'remote-news')
  await setKeyState(folder, keys.find(({ role }) => role === 'remote-old')?.id ?? '', 'revoked')
  await rotateKey(folder, 'ops', context.now())
  isMine = true
  await judging
  context = await open()
  expect(lines[1]).toContain(': stop (generation 5): failures')
  expect((await live(context))?.stopped).toBe(candidate)
  expect(looks[0]?.releases).toEqual(expect.arrayContaining([active, candidate].map(release => ({ app, release }))))
  service.close()
})

it('a person ends it; the shell has none, nor what is live, and none stops where none runs', async () => {
  const { context, active } = await withCanary()
  await applyWanted(context, { action: 'stop' })
  const expectRejection = (wanted: WantedOperation) => expect(planWanted(context, wanted)).rejects
  await expectRejection({ action: 'stop' }).toThrow('no canary of it is running')
  const shell = (await readLiveState(context)).live?.apps['shell']?.active
  const terms = { action: 'canary', share: 10 } as const
  await expectRejection({ ...terms, app: 'shell', release: shell }).toThrow('one shell')
  await expectRejection({ ...terms, release: active }).toThrow('it is live already')
  const bad = await stage(context, createFixtureBuild(app, { version: '1.2.0' }))
  await applyWanted(context, { action: 'revoke', release: bad.id })
  await expectRejection({ ...terms, release: bad.id }).toThrow('it was revoked')
})
