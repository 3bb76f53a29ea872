import { describe, expect, it } from 'vitest'
import {
  createFixtureBuild,
  createFixtureContext,
  makeFreshFolder,
  applyWanted,
  publishFixture,
  stage,
} from '../../tests/fixture-apps.ts'
import { createLiveSource } from '../gateway/live-source.ts'
import { caps } from '../files/files.ts'
import { Refused } from '../refusal.ts'
import { ensureKeys, rotateKey, setKeyState, type KeyRole } from '../signing/key-ring.ts'
import { signAs } from '../signing/signature.ts'
import { createMemoryCounter } from '../store/counter.ts'
import { createMemoryStore } from '../../tests/memory-store.ts'
import { planRenewal } from './renew.ts'
import { composeAgain } from './compose-again.ts'
import { apply } from './apply.ts'
import { readLiveState } from './live-state.ts'
import { planActivation } from './promote.ts'
import { readRelease } from '../releases/read-release.ts'
import { startScrubber } from './scrubber.ts'
import type { ReleaseContext } from './release-context.ts'
import { readHistory } from './status.ts'
import { verifyLive } from './verify.ts'

const app = 'remote-team'
const because = { action: 'promote' as const, why: 'attack' }

/** A shell and two releases of an app are live or stand by; a third of it, good, lies in the store and is not live. */
async function createVictim() {
  const store = createMemoryStore()
  const context = await createFixtureContext(store)
  await publishFixture(context, 'shell')
  const first = await publishFixture(context, app, { version: '1.0.0' })
  const second = await publishFixture(context, app, { version: '1.1.0' })
  const third = await stage(context, createFixtureBuild(app, { version: '1.2.0' }))
  return { store, context, files: store.files, first, second, third, folder: `releases/${app}/${third.id}` }
}
type Victim = Awaited<ReturnType<typeof createVictim>>

const promote = async (context: ReleaseContext, id: string) =>
  apply(context, planActivation(context, await readLiveState(context), [await readRelease(context, app, id)], because))
const file = ({ files }: Victim, path: string) => files.get(path) ?? Buffer.alloc(0)
const sign = async (at: Victim, ring: ReleaseContext['ring'], role: KeyRole, name = app) =>
  at.files.set(
    `${at.folder}/release.sig`,
    await signAs(ring, role, 'release', name, file(at, `${at.folder}/release.json`)),
  )

/** @returns why it was refused, after having seen that pointer and files stand as they stood */
async function expectRefused(at: Victim, attack: (at: Victim) => Promise<unknown>): Promise<string> {
  const given = await attack(at)
  const context =
    typeof given === 'object' && given !== null && 'ring' in given
      ? { ...at.context, ring: given.ring as ReleaseContext['ring'] }
      : at.context
  const before = new Map(at.files)
  const pointer = await at.store.pointer()
  const thrown: unknown = await promote(context, at.third.id).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(new Map(at.files)).toEqual(before)
  expect(await at.store.pointer()).toBe(pointer)
  if (!(thrown instanceof Refused)) throw new Error(`it was not refused: ${String(thrown)}`)
  return thrown.message
}

// Source: security.md S01. Thresholds ("1 of 2") are left out, see decisions/signing.md.
describe('a release goes live only as its own team signed it', () => {
  it.each<[string, (at: Victim) => Promise<unknown>, string]>([
    [
      "signed by another team's key",
      at => sign(at, at.context.ring, 'remote-wallet'),
      'signed by the key of remote-wallet, which may not sign for remote-team',
    ],
    [
      "signed by the operators' key",
      at => sign(at, at.context.ring, 'ops'),
      'signed by the key of ops, which may not sign for remote-team',
    ],
    [
      'signed by an unknown key',
      async at => sign(at, await ensureKeys(await makeFreshFolder(), [app], at.context.now()), app),
      'signed by an unknown key',
    ],
    ['not signed', async at => at.files.delete(`${at.folder}/release.sig`), 'it is not signed'],
    [
      'signed by a key that was revoked since',
      async at => {
        const own = at.context.ring.keys.find(key => key.role === app)
        await rotateKey(at.context.ring.folder, app, at.context.now())
        return { ring: await setKeyState(at.context.ring.folder, own?.id ?? '', 'revoked') }
      },
      'signed by a revoked key',
    ],
    [
      'with the description of another release',
      async at => at.files.set(`${at.folder}/release.json`, file(at, `releases/${app}/${at.first}/release.json`)),
      'its bytes differ from the signed ones',
    ],
    [
      'with description and signature of another release',
      async at =>
        ['json', 'sig'].forEach(end =>
          at.files.set(`${at.folder}/release.${end}`, file(at, `releases/${app}/${at.first}/release.${end}`)),
        ),
      `it describes ${app}/1.0.0-`,
    ],
    [
      'with a file too many',
      async at => at.files.set(`${at.folder}/more.js`, Buffer.from('more')),
      'more.js: the file is not part of the release',
    ],
    ['with a file missing', async at => at.files.delete(`${at.folder}/page-0.js`), 'page-0.js: the file is missing'],
    [
      'with a changed byte',
      async at =>
        at.files.set(
          `${at.folder}/page-0.js`,
          Buffer.from(`${file(at, `${at.folder}/page-0.js`).toString().slice(0, -1)}X`),
        ),
      'page-0.js: the file differs from the published one',
    ],
    [
      'signed for an app of which its name is the beginning',
      at => sign(at, at.context.ring, app, 'remote-team-two'),
      'its bytes differ from the signed ones',
    ],
    [
      'with a description without end',
      async at => {
        const bytes = Buffer.concat([file(at, `${at.folder}/release.json`), Buffer.alloc(caps.releaseJsonBytes, ' ')])
        at.files.set(`${at.folder}/release.json`, bytes)
        await sign(at, at.context.ring, app)
      },
      'it does not fit the schema of a release',
    ],
  ])('%s: refused, and nothing changes', async (_, attack, says) =>
    expect(await expectRefused(await createVictim(), attack)).toContain(says),
  )
})

// Source: security.md S02, the attacks that TUF names; the table is in decisions/signing.md.
describe('a number is live only as operators signed it, and never an older one again', () => {
  const readMessage = (at: Victim) =>
    readLiveState(at.context).then(
      () => 'believed',
      (error: Error) => error.message,
    )

  it.each<[string, (at: Victim) => Promise<unknown>, string]>([
    [
      'arbitrary: written by an intruder',
      async at =>
        at.files.set(
          'live/3/files.json',
          Buffer.from(file(at, 'live/3/files.json').toString().replace('sha384-', 'sha384-0')),
        ),
      'its bytes differ from the signed ones',
    ],
    [
      'arbitrary: another file behind a good list',
      async at =>
        at.files.set(
          'live/3/live.json',
          Buffer.from(file(at, 'live/3/live.json').toString().replace(at.second, at.first)),
        ),
      'differs from the composed file',
    ],
    [
      'mix-and-match: the list as the one of an older version',
      async at => {
        for (const end of ['json', 'sig']) at.files.set(`generations/3.${end}`, file(at, `live/3/files.${end}`))
        at.files.delete('live/3/files.json')
      },
      'its bytes differ from the signed ones',
    ],
    [
      'a compromised key of a team',
      async at =>
        at.files.set(
          'live/3/files.sig',
          await signAs(at.context.ring, app, 'live', '3', file(at, 'live/3/files.json')),
        ),
      'may not sign for ops',
    ],
    ['rollback: the pointer set back', async at => at.context.store.movePointer(3, 2), 'it was set back'],
    [
      'rollback: an older one under the newer number',
      async at =>
        [...at.files]
          .filter(([path]) => path.startsWith('live/2/'))
          .forEach(([path, bytes]) => at.files.set(path.replace('/2/', '/3/'), bytes)),
      'its bytes differ from the signed ones',
    ],
    [
      'fast-forward: a number far ahead',
      async at => {
        await at.context.store.movePointer(3, 1_000_000_003)
        for (const [path, bytes] of [...at.files].filter(([name]) => name.startsWith('live/3/')))
          at.files.set(path.replace('/3/', '/1000000003/'), bytes)
      },
      'its bytes differ from the signed ones',
    ],
    [
      'fast-forward: to a generation that was never made',
      async at => at.context.store.movePointer(3, 1_000_000_003),
      'it is missing',
    ],
    [
      'wrong software: a release that it names is another one',
      async at =>
        ['json', 'sig'].forEach(end =>
          at.files.set(`releases/${app}/${at.second}/release.${end}`, file(at, `${at.folder}/release.${end}`)),
        ),
      `it describes ${app}/1.2.0-`,
    ],
  ])('%s: refused', async (_, attack, says) => {
    const at = await createVictim()
    expect(await readMessage(at)).toBe('believed')
    await attack(at)
    expect(await readMessage(at)).toContain(says)
    await expect(promote(at.context, at.third.id)).rejects.toThrow(Refused)
    expect(await at.context.counter.read()).toBe(3)
  })

  it.each<[string, (at: Victim) => Promise<unknown>]>([
    [
      'mix-and-match: the page of one with the live.json of another',
      async at => at.files.set('live/4/index.html', file(at, 'live/3/index.html')),
    ],
    [
      'mix-and-match: all of an older one under the newer number',
      async at =>
        [...at.files]
          .filter(([path]) => path.startsWith('live/3/'))
          .forEach(([path, bytes]) => at.files.set(path.replace('/3/', '/4/'), bytes)),
    ],
    [
      'endless data in place of the page',
      async at => at.files.set('live/4/index.html', Buffer.alloc(30 * 1024 * 1024, ' ')),
    ],
  ])('%s: the gateway keeps serving the last good page', async (_, attack) => {
    const at = await createVictim()
    const context = createLiveSource(at.store, async () => at.context.ring, 0)
    expect((await context.now())?.generation).toBe(3)
    await promote(at.context, at.third.id)
    await attack(at)
    expect((await context.now())?.generation).toBe(3)
    expect(context.trouble()).toContain('live/4/')
  })
})

describe('a store that hides or takes back generations', () => {
  it('rollback: is not served by a gateway that starts, and a renewal accepts a loss', async () => {
    const at = await createVictim()
    const { context, store } = at
    const counter = createMemoryCounter()
    const ring = async () => context.ring
    expect((await createLiveSource(store, ring, 0, counter).now())?.generation).toBe(3)
    await applyWanted(context, { action: 'revoke', release: at.second })
    expect((await createLiveSource(store, ring, 0, counter).now())?.generation).toBe(4)
    await store.movePointer(4, 3)
    const restarted = createLiveSource(store, ring, 0, counter)
    expect([await restarted.now(), restarted.trouble()]).toEqual([
      undefined,
      'the store has generation 3, but 4 was live: it was set back',
    ])
    const asIs = await planRenewal(context, 'x', false)
    await expect(readLiveState(asIs.context)).rejects.toThrow('--accept-set-back')
    const { context: accepting, planFor } = await planRenewal(context, 'the bucket is lost', true)
    await apply(accepting, planFor(await readLiveState(accepting)))
    expect(await context.counter.read()).toBe(5)
    expect((await readHistory(context)).map(({ generation }) => generation)).toEqual([5, 3, 2, 1])
    expect((await restarted.now())?.generation).toBe(5)
  })

  it('freeze: scrubber and verify report it within sixty days, it is served, a start renews it', async () => {
    const { context, store } = await createVictim()
    const withClockAt = (days: number): ReleaseContext => ({
      ...context,
      now: () => new Date(Date.UTC(2026, 0, 1 + days)),
    })
    const readAlarm = async (days: number) => {
      const scrubber = startScrubber(
        async () => withClockAt(days),
        () => undefined,
      )
      await scrubber.check()
      return [scrubber.alarm(), (await verifyLive(withClockAt(days))).problems[0]?.says]
    }
    expect(await readAlarm(59)).toEqual([undefined, undefined])
    const says = expect.stringContaining('it expires on 2026-04-01, and no newer one was seen')
    expect(await readAlarm(61)).toEqual([says, says])
    expect((await createLiveSource(store, async () => context.ring).now())?.generation).toBe(3)
    const { registry } = (await createLiveSource(store, async () => context.ring).now()) ?? {}
    expect(JSON.parse(String(registry?.bytes))).toMatchObject({ expires: expect.stringMatching(/^2026-04-01T/) })
    expect(await composeAgain(withClockAt(59), because)).toBeUndefined()
    expect(await composeAgain(withClockAt(61), because)).toMatchObject({ live: { number: 4 } })
    expect(await readAlarm(61)).toEqual([undefined, undefined])
  })
})
