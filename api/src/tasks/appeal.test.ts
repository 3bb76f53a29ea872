// @postgres
import { appealTask, inboxList, receiveTask, submitTask, taskDetail } from '@adcoin/contract'
import { WaitingSubmission } from '@adcoin/contract/operations'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '../ledger/verify.ts'
import { serveOperation } from '../operator-commands/admin-listener.ts'
import { picture } from '../testing/file-samples.ts'
import {
  beginRecurring,
  makeBoundAccount,
  makePerson,
  passTime,
  readCoin,
  uploadFile,
  type ServicePerson,
} from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

const text = 'The post is public since Monday.'
const hour = 3600

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { SANDBOX_REVIEW_SECONDS: '0', APPEAL_HOURS: '24' } })
  await beginRecurring(service, 'assignment.expire')
}, 60_000)
afterAll(async () => {
  expect(await verifyLedger(service.services.database.read)).toMatchObject({ ok: true })
  await service.stop()
})

const send = async (person: ServicePerson, assignment_id: string) => {
  const { data } = await uploadFile(service, person.token, await picture('png'))
  return service.ask(
    submitTask,
    { assignment_id, file_ids: [data.file_id], disclosure_confirmed: true },
    { token: person.token },
  )
}
const claim = async (person: ServicePerson, task_id: string) =>
  (await service.ask(receiveTask, { task_id }, { token: person.token })).data.assignment_id
const operate = (words: string, { by = 'bea', identity, reason }: Operating = {}) =>
  serveOperation(service.services, words.split(' '), reason === undefined ? {} : { reason }, by, { identity })
type Operating = { by?: string; identity?: string; reason?: string }
const refuse = (assignment: string, by: Operating = {}) =>
  operate(`review fail ${assignment}`, { reason: 'The video is private', ...by })
const appeal = (person: ServicePerson, assignment_id: string, idempotencyKey?: string) =>
  service.ask(
    appealTask,
    { assignment_id, text },
    { token: person.token, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) },
  )
const detailOf = async (person: ServicePerson, assignment_id: string) =>
  (await service.ask(taskDetail, { assignment_id }, { token: person.token })).data.detail
const newsOf = async (person: ServicePerson) => (await service.ask(inboxList, {}, { token: person.token })).data.list
const waiting = async () => v.parse(v.array(WaitingSubmission), (await operate('review list')).data)

/** A claimed task whose proof was rejected so many times. */
async function rejected(person: ServicePerson, { task = 'leafy-friend', times = 1 } = {}): Promise<string> {
  const assignment = await claim(person, task)
  for (let attempt = 0; attempt < times; attempt += 1) {
    expect((await send(person, assignment)).code).toBe(0)
    expect(await refuse(assignment)).toMatchObject({ exit: 0 })
  }
  return assignment
}

async function taskOfOnePlace(): Promise<string> {
  const made = await serveOperation(
    service.services,
    ['task', 'create'],
    { kind: '1', title: 'A single place', brief: 'Only one', reward: '1.00', places: '1' },
    'bea',
  )
  return (made.data as { task: string }).task
}

describe('an appeal', () => {
  it('waits for another operator, with the words of both sides and who decided first', async () => {
    const ana = await makePerson(service)
    const assignment = await rejected(ana)
    expect(await detailOf(ana, assignment)).toMatchObject({ can_appeal: true, appeal: null })
    const answer = await appeal(ana, assignment)
    const { at, decide_by } = answer.data.appeal
    expect(answer.data.appeal).toMatchObject({ state: 'open', text, decided_at: null, reason: null })
    expect(Date.parse(decide_by) - Date.parse(at)).toBe(24 * hour * 1000)
    expect(await detailOf(ana, assignment)).toMatchObject({
      review_status: 1,
      exec_status: 1,
      attempts_left: 2,
      can_appeal: false,
      appeal: { state: 'open', text },
      fail_reason: 'Our team wrote: “The video is private”',
    })
    expect((await waiting()).find(one => one.assignment === assignment)?.appeal).toEqual({
      text,
      at,
      decide_by,
      first_reason: 'Our team wrote: “The video is private”',
      first_decided_by: 'bea',
    })
    expect(await operate(`review pass ${assignment}`, { by: 'carl' })).toMatchObject({ exit: 0 })
  })

  it('is listed by the time of the appeal, after proofs that were sent before it', async () => {
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    const appealed = await rejected(ana)
    const sent = await claim(ben, 'trail-sms')
    service.forward(1000)
    await send(ben, sent)
    service.forward(1000)
    await appeal(ana, appealed)
    const order = (await waiting()).map(one => one.assignment).filter(one => [appealed, sent].includes(one))
    expect(order).toEqual([sent, appealed])
    await operate(`review pass ${appealed}`, { by: 'carl' })
    await operate(`review pass ${sent}`)
  })

  it('that is accepted is paid as a pass, once, with the inviter’s tenth', async () => {
    const mother = await makePerson(service)
    const ana = await makePerson(service, { invitedBy: mother })
    const assignment = await rejected(ana)
    await appeal(ana, assignment)
    expect(await operate(`review pass ${assignment}`, { by: 'carl' })).toMatchObject({ exit: 0 })
    expect(await operate(`review pass ${assignment}`, { by: 'dora' })).toMatchObject({ data: { key: 'conflict' } })
    expect([await readCoin(service, ana), await readCoin(service, mother)]).toEqual(['6000', '600'])
    const detail = await detailOf(ana, assignment)
    expect(detail).toMatchObject({ review_status: 2, exec_status: 3, can_appeal: false, fail_reason: null })
    expect(detail?.appeal).toMatchObject({ state: 'accepted', reason: null })
    expect(detail?.history.map(({ step }) => step)).toEqual(['claimed', 'submitted', 'failed', 'passed', 'paid'])
    expect((await newsOf(ana)).map(({ kind }) => kind)).toEqual(['appeal_accepted', 'proof_rejected'])
    const posted = await service.services.database.read
      .selectFrom('ledger_txn')
      .select('idem_key')
      .where('ref_id', '=', assignment)
      .execute()
    expect(posted).toEqual([{ idem_key: `task:${assignment}:reward` }])
  })

  it('that is rejected leaves the remaining attempts and gives the time back', async () => {
    const ana = await makePerson(service)
    const assignment = await rejected(ana, { task: 'market-group' })
    const before = await detailOf(ana, assignment)
    await appeal(ana, assignment)
    await passTime(service, 5 * hour)
    expect(await refuse(assignment, { by: 'carl', reason: 'Still private' })).toMatchObject({ exit: 0 })
    const after = await detailOf(ana, assignment)
    expect(after).toMatchObject({
      ...{ review_status: 3, exec_status: 4, attempts_left: 2, can_appeal: false, fail_reason: before?.fail_reason },
      appeal: { state: 'rejected', reason: 'Our team wrote: “Still private”' },
    })
    const later = Date.parse(after?.deadline_at ?? '') - Date.parse(before?.deadline_at ?? '')
    expect(Math.round(later / 60_000)).toBe(5 * 60)
    expect((await newsOf(ana))[0]).toMatchObject({
      ...{ kind: 'appeal_rejected', ref: 'market-group', amount: null },
      reason: 'Our team wrote: “Still private”',
    })
    expect((await appeal(ana, assignment)).key).toBe('conflict')
    expect((await send(ana, assignment)).code).toBe(0)
    expect(await operate(`review pass ${assignment}`)).toMatchObject({ exit: 0 })
    expect((await detailOf(ana, assignment))?.appeal?.state).toBe('rejected')
  })

  it('is not decided by the operator who rejected the proof, whatever name they use now', async () => {
    const ana = await makePerson(service)
    const assignment = await claim(ana, 'leafy-friend')
    await send(ana, assignment)
    await refuse(assignment, { by: 'Bea', identity: 'https://sign-in.example|7' })
    await appeal(ana, assignment)
    const says = 'You rejected this proof. Another operator must decide its appeal'
    for (const by of [{ by: 'bea ' }, { by: 'Carl', identity: 'https://sign-in.example|7' }]) {
      for (const answer of [await operate(`review pass ${assignment}`, by), await refuse(assignment, by)])
        expect(answer).toMatchObject({ exit: 1, data: { key: 'forbidden' }, message: says })
    }
    expect(await detailOf(ana, assignment)).toMatchObject({ appeal: { state: 'open' } })
    const other = { by: 'Bea', identity: 'https://sign-in.example|8' }
    expect(await operate(`review pass ${assignment}`, other)).toMatchObject({ exit: 0 })
  })

  it('is refused for what was not rejected, for another person’s task and for too few words', async () => {
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    const assignment = await claim(ana, 'leafy-friend')
    expect((await appeal(ana, assignment)).key).toBe('conflict')
    await send(ana, assignment)
    expect((await appeal(ana, assignment)).key).toBe('conflict')
    await refuse(assignment)
    expect((await appeal(ben, assignment)).key).toBe('not_found')
    for (const short of ['too short', `short\u0007${'\u202e'.repeat(20)}`]) {
      const answer = await service.ask(appealTask, { assignment_id: assignment, text: short }, { token: ana.token })
      expect(answer.fields).toEqual({ text: 'too_short' })
    }
    expect(await detailOf(ana, assignment)).toMatchObject({ can_appeal: true, appeal: null })
    await send(ana, assignment)
    await operate(`review pass ${assignment}`)
    expect((await appeal(ana, assignment)).key).toBe('conflict')
  })

  it('stops new proof and the deadline while it is open', async () => {
    const ana = await makePerson(service)
    const assignment = await rejected(ana, { task: 'trail-sms' })
    await appeal(ana, assignment)
    expect((await send(ana, assignment)).key).toBe('submit_state')
    await passTime(service, 100 * hour)
    expect(await detailOf(ana, assignment)).toMatchObject({ exec_status: 1, appeal: { state: 'open' } })
    await refuse(assignment, { by: 'carl' })
    await passTime(service, 60)
    expect(await detailOf(ana, assignment)).toMatchObject({ exec_status: 4, attempts_left: 2 })
    await passTime(service, 100 * hour)
    expect(await detailOf(ana, assignment)).toMatchObject({ exec_status: 2, can_appeal: false })
  })

  it('may come after the time was over, and its rejection leaves the task stopped', async () => {
    const ana = await makePerson(service)
    const assignment = await rejected(ana, { task: 'trail-sms' })
    await passTime(service, 100 * hour)
    expect(await detailOf(ana, assignment)).toMatchObject({ exec_status: 2, review_status: 3, can_appeal: true })
    expect((await appeal(ana, assignment)).code).toBe(0)
    await refuse(assignment, { by: 'carl' })
    expect(await detailOf(ana, assignment)).toMatchObject({
      ...{ exec_status: 2, review_status: 3, fail_reason: 'The time for this task is over.' },
      appeal: { state: 'rejected' },
    })
  })

  it('after the last attempt takes its place back while one is left', async () => {
    const task = await taskOfOnePlace()
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    const assignment = await rejected(ana, { task, times: 3 })
    await appeal(ana, assignment)
    expect(await operate(`review pass ${assignment}`, { by: 'carl' })).toMatchObject({ exit: 0 })
    expect(await readCoin(service, ana)).toBe('100')
    expect((await service.ask(receiveTask, { task_id: task }, { token: ben.token })).key).toBe('task_full')
  })

  it('after the last attempt is paid beyond the places where another person has the place', async () => {
    const task = await taskOfOnePlace()
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    const anas = await rejected(ana, { task, times: 3 })
    const bens = await claim(ben, task)
    await appeal(ana, anas)
    expect(await operate(`review pass ${anas}`, { by: 'carl' })).toMatchObject({ exit: 0 })
    expect((await send(ben, bens)).code).toBe(0)
    expect(await operate(`review pass ${bens}`)).toMatchObject({ exit: 0 })
    expect([await readCoin(service, ana), await readCoin(service, ben)]).toEqual(['100', '100'])
  })

  it('after the last attempt is rejected without giving the place back twice', async () => {
    const task = await taskOfOnePlace()
    const [ana, ben, eva] = [await makePerson(service), await makePerson(service), await makePerson(service)]
    const assignment = await rejected(ana, { task, times: 3 })
    await appeal(ana, assignment)
    await refuse(assignment, { by: 'carl' })
    await claim(ben, task)
    expect((await service.ask(receiveTask, { task_id: task }, { token: eva.token })).key).toBe('task_full')
    expect((await send(ana, assignment)).key).toBe('submit_state')
  })
})

describe('at the same moment', () => {
  it('a double tap appeals once, and one key answers the same', async () => {
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    const anas = await rejected(ana)
    const keys = (await Promise.all([1, 2, 3].map(() => appeal(ana, anas)))).map(({ code }) => code)
    expect(keys.sort()).toEqual([0, 409, 409])
    const bens = await rejected(ben)
    const same = await Promise.all([1, 2, 3].map(() => appeal(ben, bens, 'appeal-of-ben-00001')))
    expect(new Set(same.map(({ code, data }) => `${code} ${JSON.stringify(data)}`)).size).toBe(1)
    expect(same[0]?.code).toBe(0)
    for (const assignment of [anas, bens]) await operate(`review pass ${assignment}`, { by: 'carl' })
  })

  it('an appeal and a new proof: one of them', async () => {
    const ana = await makePerson(service)
    const assignment = await rejected(ana)
    const answers = await Promise.all([appeal(ana, assignment), send(ana, assignment), appeal(ana, assignment)])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    const isAppealed = answers[1]?.code !== 0
    expect(await detailOf(ana, assignment)).toMatchObject({ review_status: 1, attempts_left: isAppealed ? 2 : 1 })
    await operate(`review pass ${assignment}`, { by: 'carl' })
    expect(await readCoin(service, ana)).toBe('6000')
  })

  it('two operators: one decides', async () => {
    const ana = await makePerson(service)
    const assignment = await rejected(ana)
    await appeal(ana, assignment)
    const decided = await Promise.all([
      operate(`review pass ${assignment}`, { by: 'carl' }),
      refuse(assignment, { by: 'dora' }),
      operate(`review pass ${assignment}`, { by: 'eric' }),
    ])
    expect(decided.map(({ exit }) => exit).toSorted()).toEqual([0, 1, 1])
    const { state } = (await detailOf(ana, assignment))?.appeal ?? {}
    expect(await readCoin(service, ana)).toBe(state === 'accepted' ? '6000' : '0')
  })
})

describe('the sandbox', () => {
  it('decides an appeal under a second name: a link may work by now, another lack stays', async () => {
    const sandbox = await startTestService()
    try {
      const ana = await makePerson(sandbox)
      const account = await makeBoundAccount(sandbox, ana)
      const token = { token: ana.token }
      const appealOf = async (task_id: string, change: object) => {
        const { assignment_id } = (await sandbox.ask(receiveTask, { task_id }, token)).data
        const { data } = await uploadFile(sandbox, ana.token, await picture('png'))
        const proof = {
          ...{ assignment_id, account_id: account.id, username: account.username, homepage_link: account.link },
          ...{ video_link: account.link, file_ids: [data.file_id], disclosure_confirmed: true as const, ...change },
        }
        expect((await sandbox.ask(submitTask, proof, token)).code).toBe(0)
        await passTime(sandbox, 5)
        expect((await sandbox.ask(appealTask, { assignment_id, text }, token)).code).toBe(0)
        await passTime(sandbox, 5)
        const { detail } = (await sandbox.ask(taskDetail, { assignment_id }, token)).data
        const row = await sandbox.services.database.read
          .selectFrom('appeal')
          .innerJoin('assignment', 'assignment.id', 'appeal.assignment_id')
          .select('decided_by')
          .where('assignment.public_id', '=', assignment_id)
          .executeTakeFirstOrThrow()
        return [detail?.appeal?.state, detail?.appeal?.reason, row.decided_by]
      }
      expect(await appealOf('leafy-bio', { homepage_link: 'https://example.invalid/me' })).toEqual([
        ...['accepted', null, 'sandbox-appeals'],
      ])
      expect(await appealOf('trail-link', { username: 'another.name' })).toEqual([
        ...['rejected', 'The username is not the one of your linked account.', 'sandbox-appeals'],
      ])
    } finally {
      await sandbox.stop()
    }
  }, 60_000)

  it('leaves an appeal alone that came before its own first review', async () => {
    const sandbox = await startTestService()
    try {
      const ana = await makePerson(sandbox)
      const token = { token: ana.token }
      const { assignment_id } = (await sandbox.ask(receiveTask, { task_id: 'trail-sms' }, token)).data
      const { data } = await uploadFile(sandbox, ana.token, await picture('png'))
      await sandbox.ask(submitTask, { assignment_id, file_ids: [data.file_id], disclosure_confirmed: true }, token)
      await serveOperation(sandbox.services, ['review', 'fail', assignment_id], { reason: 'No' }, 'bea')
      sandbox.forward(2000)
      expect((await sandbox.ask(appealTask, { assignment_id, text }, token)).code).toBe(0)
      await passTime(sandbox, 2)
      expect((await sandbox.ask(taskDetail, { assignment_id }, token)).data.detail).toMatchObject({
        ...{ review_status: 1, appeal: { state: 'open' } },
      })
    } finally {
      await sandbox.stop()
    }
  }, 60_000)
})
