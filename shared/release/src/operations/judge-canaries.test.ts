import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HealthAnswer, type HealthBucket } from '@adcoin/contract'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { builtFixture, fixtureSite, publishFixture, stage } from '../../tests/fixture-apps.ts'
import { goLive } from './go-live.ts'
import { judgeCanaries, keepJudging } from './judge-canaries.ts'
import { readLiveState } from './live-state.ts'
import { planCanary, planPause, planStop } from './plan-canary.ts'
import { planOf } from './plan.ts'
import { ensureKeys, readKeyRing, rotateKey, setKeyState } from '../signing/key-ring.ts'
import { historyOf, statusOf } from './status.ts'
import { planPrune } from './prune.ts'

const app = 'remote-team'

async function withCanary(manual = false, share = 10) {
  const site = await fixtureSite()
  await publishFixture(site, 'shell')
  const active = await publishFixture(site, app, { version: '1.0.0' })
  const release = await stage(site, builtFixture(app, { version: '1.1.0' }))
  const state = await readLiveState(site)
  await goLive(site, planCanary(state, release, { share, manual }, 'try it', site), state)
  const bucket = (what: Partial<HealthBucket>): HealthBucket => ({
    ...{ minute: '2026-01-01T00:00:00.000Z', app, release: active, generation: state.number + 1, group: 'rest' },
    ...{ outcome: 'mounted', known: true, step: 24, count: 1, ...what },
  })
  const reading = (...buckets: HealthBucket[]) => {
    const answer = v.parse(HealthAnswer, { now: '2026-01-01T01:00:00.000Z', isCut: false, buckets })
    return async () => ({ answer })
  }
  const bad = reading(
    bucket({ count: 90 }),
    bucket({ release: release.id, group: 'canary', outcome: 'failed', step: null, count: 10 }),
  )
  const minutes = Array.from({ length: 60 }, (_, at) => `2026-01-01T00:${String(at).padStart(2, '0')}:00.000Z`)
  const good = reading(
    ...minutes.flatMap(minute => [
      bucket({ minute, count: 2 * (100 - share) }),
      bucket({ minute, release: release.id, group: 'canary', count: 2 * share }),
    ]),
  )
  return { site, active, candidate: release.id, bad, good }
}
const live = async (site: Parameters<typeof readLiveState>[0]) => (await readLiveState(site)).live?.apps[app]

it('a canary is in what is live with its hashes, and the live release stays live', async () => {
  const { site, active, candidate } = await withCanary()
  expect(await live(site)).toMatchObject({ active, canary: { release: candidate, share: 10, number: 3 } })
  const read = async (file: string) => JSON.parse(String(await site.store.read(`live/3/${file}`)))
  expect((await read('registry.json')).apps[app].canary).toMatchObject({ release: { id: candidate }, share: 10 })
  expect((await read('live.json')).apps[app].versions[candidate].integrity).toHaveProperty(['entry.js'])
  const state = await readLiveState(site)
  expect(state.releases.has(`${app}/${candidate}`)).toBe(true)
  await goLive(site, planOf(state, { action: 'publish', why: 'composed anew' }, site), state)
  expect((await live(site))?.canary?.release).toBe(candidate)
  expect((await statusOf(site)).apps[app]?.canary?.release).toBe(candidate)
  expect((await planPrune(site)).kept.map(({ what }) => what)).toContain(`${app}/${candidate}`)
})

it('a bad one is stopped by a generation that reports why, and a good one goes live', async () => {
  const stopped = await withCanary()
  const [verdict] = await judgeCanaries(stopped.site, stopped.bad)
  expect(verdict).toMatchObject({ decision: 'stop', generation: 4 })
  expect(verdict?.why).toMatch(
    /^failures among browsers known for a day: 10 with it among 10 browsers, 0 without it among 90, by luck less than once/,
  )
  expect(await live(stopped.site)).toEqual({ active: stopped.active, previous: [], stopped: stopped.candidate })
  const [last] = await historyOf(stopped.site, 1)
  const ended = { app, release: stopped.candidate, share: 0 }
  expect(last).toMatchObject({ action: 'stop', why: `judge: ${verdict?.why}`, tries: [ended] })
  expect((await historyOf(stopped.site)).map(({ tries }) => tries)).toEqual([
    [ended],
    [{ ...ended, share: 10 }],
    [],
    [],
  ])
  expect((await readLiveState(stopped.site)).change?.left['remote-team']).toHaveLength(1)
  expect(await judgeCanaries(stopped.site, stopped.bad)).toEqual([])

  const promoted = await withCanary(false, 50)
  expect(await judgeCanaries(promoted.site, promoted.good)).toMatchObject([{ decision: 'promote', generation: 4 }])
  expect(await live(promoted.site)).toEqual({ active: promoted.candidate, previous: [promoted.active] })
  expect((await historyOf(promoted.site, 1))[0]?.tries).toEqual([])
})

it('raises and promotes nothing while the service is in trouble, and still stops a bad one', async () => {
  const { site, bad, good } = await withCanary()
  const calm = { minutes: 5, requests: 1000, errors: 3, loopDelayMs: 20 }
  const during = (read: typeof good, service: HealthAnswer['service']) => async () => ({
    answer: { ...(await read()).answer, service },
  })
  for (const [service, why] of [
    [{ ...calm, errors: 40 }, 'answered 40 of 1000 requests with an error'],
    [{ ...calm, loopDelayMs: 900 }, 'was held up for 900 ms'],
  ] as const)
    expect(await judgeCanaries(site, during(good, service))).toMatchObject([
      { decision: 'wait', why: expect.stringContaining(why) },
    ])
  expect(await judgeCanaries(site, during(good, calm), true)).toMatchObject([{ decision: 'raise' }])
  expect(await judgeCanaries(site, during(bad, { ...calm, errors: 400 }))).toMatchObject([{ decision: 'stop' }])
})

it('leaves a paused one to a person, and acts again when it is resumed; browsers keep their group', async () => {
  const { site, bad } = await withCanary()
  const before = (await live(site))?.canary
  const pause = async (isPaused: boolean) => {
    const state = await readLiveState(site)
    return goLive(site, planPause(state, app, isPaused, { action: 'canary', why: 'a look' }, site), state)
  }
  await pause(true)
  expect(await judgeCanaries(site, bad)).toMatchObject([{ decision: 'stop' }])
  expect((await live(site))?.canary).toEqual({ ...before, manual: true })
  await expect(pause(true)).rejects.toThrow('a person decides already')
  await pause(false)
  await judgeCanaries(site, bad)
  expect((await live(site))?.canary).toBeUndefined()
})

it('raises the share of a good one step by step; a raise is no other canary, and its browsers count anew', async () => {
  const { site, candidate, good } = await withCanary()
  const before = (await live(site))?.canary
  expect(await judgeCanaries(site, good)).toMatchObject([{ decision: 'raise', share: 25, generation: 4 }])
  const after = (await live(site))?.canary
  expect(after).toMatchObject({ release: candidate, share: 25, number: 4, salt: `${before?.salt.slice(0, 6)}01` })
  expect((await historyOf(site, 1))[0]).toMatchObject({
    action: 'canary',
    tries: [{ app, release: candidate, share: 25 }],
  })
  const again = await readLiveState(site)
  await goLive(site, planStop(again, app, { action: 'stop', why: 'enough' }, site), again)
  expect((await live(site))?.stopped).toBe(candidate)
})

it('nothing is done where a person decides, where it is a rehearsal, or where reports cannot be read', async () => {
  const { site, bad, good } = await withCanary(true)
  expect(await judgeCanaries(site, bad)).toMatchObject([{ decision: 'stop' }])
  const { site: other } = await withCanary()
  expect(await judgeCanaries(other, good, true)).toMatchObject([{ decision: 'raise' }])
  const [down] = await judgeCanaries(other, async () => ({ down: 'connect ECONNREFUSED' }))
  expect(down).toMatchObject({ decision: 'wait', why: expect.stringContaining('ECONNREFUSED') })
  expect([(await readLiveState(site)).number, (await readLiveState(other)).number]).toEqual([3, 3])
})

it('two judges at once make one generation, and the second reports who was faster', async () => {
  const { site, bad } = await withCanary()
  const [[one], [other]] = await Promise.all([judgeCanaries(site, bad), judgeCanaries(site, bad)])
  expect([one?.generation, other?.generation].filter(Boolean)).toEqual([4])
  expect([one, other].find(each => each?.generation === undefined)?.why).toMatch(
    /somebody was faster|another command is writing/,
  )
  expect((await readLiveState(site)).number).toBe(4)
})

it('a judge acts only while it has the lease, with the keys of the moment, and lists what is published', async () => {
  const given = await withCanary()
  const { bad, candidate, active } = given
  let { site } = given
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
  const open = async () => ({ ...site, ring: await readKeyRing(site.ring.folder) })
  const [ending, lines] = [new AbortController(), [] as string[]]
  const pending = Promise.withResolvers<void>()
  const tell = (line: string) => (lines.push(line), pending.resolve(), lines.length === 2 && ending.abort())
  const judging = keepJudging(open, find, tell, ending.signal, 50)
  await pending.promise
  expect(lines).toEqual(['Another judge of canaries acts: ben@other.'])
  expect((await live(site))?.canary?.release).toBe(candidate)
  // Meanwhile a team is added and goes live, a key is revoked, and the operators' is rotated: the next look of the same
  // judge believes the new ones, and signs with the key of now.
  const { folder } = site.ring
  const { keys } = await ensureKeys(folder, ['remote-news', 'remote-old'], site.now())
  site = await open()
  await publishFixture(site, 'remote-news')
  await setKeyState(folder, keys.find(({ role }) => role === 'remote-old')?.id ?? '', 'revoked')
  await rotateKey(folder, 'ops', site.now())
  isMine = true
  await judging
  site = await open()
  expect(lines[1]).toContain(': stop (generation 5): failures')
  expect((await live(site))?.stopped).toBe(candidate)
  expect(looks[0]?.releases).toEqual(expect.arrayContaining([active, candidate].map(release => ({ app, release }))))
  service.close()
})

it('a person ends it by hand; there is none of the shell, none twice of what is live, none to stop where none runs', async () => {
  const { site, active } = await withCanary()
  const state = await readLiveState(site)
  await goLive(site, planStop(state, app, { action: 'stop', why: 'enough' }, site), state)
  const after = await readLiveState(site)
  expect(() => planStop(after, app, { action: 'stop', why: '' }, site)).toThrow('no canary of it is running')
  const terms = { share: 10, manual: false }
  const shell = after.releases.get(`shell/${after.live?.apps['shell']?.active}`)
  const same = after.releases.get(`${app}/${active}`)
  if (!shell || !same) throw new Error('the fixture has no releases')
  expect(() => planCanary(after, shell, terms, '', site)).toThrow('one shell')
  expect(() => planCanary(after, same, terms, '', site)).toThrow('it is live already')
  const bad = await stage(site, builtFixture(app, { version: '1.2.0' }))
  const known = await readLiveState(site)
  const plan = planCanary(known, bad, terms, '', site)
  const revoked = [...(known.live?.revoked ?? []), `${app}/${bad.id}`]
  const gone = { ...known, live: { ...plan.next, apps: known.live?.apps ?? {}, revoked } }
  expect(() => planCanary(gone, bad, terms, '', site)).toThrow('it was revoked')
})
