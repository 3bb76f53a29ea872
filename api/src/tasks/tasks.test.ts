// @postgres
import {
  apiCodes,
  boundAccounts,
  errorCodes,
  receiveTask,
  saveSetting,
  submitTask,
  taskDetail,
  taskList,
  type RequestOf,
} from '@adcoin/contract'
import { WaitingSubmission } from '@adcoin/contract/operations'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { film, picture } from '../testing/file-samples.ts'
import { verifyLedger } from '../ledger/verify.ts'
import {
  passTime,
  beginRecurring,
  makeBoundAccount,
  readCoin,
  makePerson,
  uploadFile,
  type ServicePerson,
} from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { decideReview } from './decide-review.ts'
import { lockPendingAssignment } from './pending-assignment.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await beginRecurring(service, 'assignment.expire')
}, 60_000)
afterAll(async () => {
  await service.stop()
})

const claimTask = (person: ServicePerson, task: string) =>
  service.ask(receiveTask, { task_id: task }, { token: person.token })
const detailOf = async (person: ServicePerson, assignment: string, lang = 'en_US') =>
  (await service.ask(taskDetail, { assignment_id: assignment }, { token: person.token, lang })).data.detail
const send = (person: ServicePerson, input: RequestOf<typeof submitTask>) =>
  service.ask(submitTask, input, { token: person.token })
const proof = async (person: ServicePerson) =>
  (await uploadFile(service, person.token, await picture('png'))).data.file_id

async function messageSent(person: ServicePerson, bytes?: Buffer): Promise<string> {
  const { data } = await claimTask(person, 'leafy-friend')
  const sent = await send(person, {
    assignment_id: data.assignment_id,
    file_ids: [bytes ? (await uploadFile(service, person.token, bytes)).data.file_id : await proof(person)],
    disclosure_confirmed: true,
  })
  expect(sent).toMatchObject({ code: 0, data: { review_status: 1, exec_status: 1 } })
  return data.assignment_id
}

describe('the tasks of the day', () => {
  it('are listed page by page, in the caller’s language, with what prevents each', async () => {
    const ana = await makePerson(service)
    const first = await service.ask(taskList, { limit: '4' }, { token: ana.token, lang: 'pt_PT' })
    const second = await service.ask(
      taskList,
      { limit: '4', cursor: first.data.next_cursor ?? '' },
      { token: ana.token, lang: 'pt_PT' },
    )
    const all = [...first.data.list, ...second.data.list]
    expect(all.map(task => task.kind).sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(second.data).toMatchObject({
      has_more: false,
      next_cursor: null,
      today: { received: 0, limit: 7, submitted: 0, passed: 0, left_to_earn: '157000' },
    })
    expect(second.data.today.next_day_at).toMatch(/T00:00:00\.000Z$/)
    expect(all.find(task => task.kind === 3)).toMatchObject({
      title: 'Garrafa Trail: análise em 30 segundos',
      picture: { width: 144, height: 144, alt: expect.stringContaining('garrafa') as string },
      reward: '80000',
      currency: 'ADC',
      scale: 2,
      lock: 'need_bind',
      assignment_id: null,
    })
    expect(all.find(task => task.kind === 1)?.lock).toBeNull()
    expect((await service.ask(taskList, { kind: '7' }, { token: ana.token })).data.list.map(task => task.id)).toEqual([
      'trail-sms',
    ])
  })

  it('are in the order of what can be done: send, claim, wait, locked, done', async () => {
    const ana = await makePerson(service)
    const inOrder = async () => (await service.ask(taskList, {}, { token: ana.token })).data.list.map(task => task.id)
    const locked = ['trail-video', 'lumo-photo', 'leafy-bio', 'trail-link']
    expect(await inOrder()).toEqual(['leafy-friend', 'market-group', 'trail-sms', ...locked])
    await claimTask(ana, 'trail-sms')
    expect(await inOrder()).toEqual(['trail-sms', 'leafy-friend', 'market-group', ...locked])
    await messageSent(ana)
    expect(await inOrder()).toEqual(['trail-sms', 'market-group', 'leafy-friend', ...locked])
    await passTime(service, 5)
    expect(await inOrder()).toEqual(['trail-sms', 'market-group', ...locked, 'leafy-friend'])
    const { data } = await service.ask(taskList, { limit: '1' }, { token: ana.token })
    expect(data.today).toMatchObject({ passed: 1, earned: '6000' })
  })

  it('have a picture each, and an example of good proof for every kind', async () => {
    const ana = await makePerson(service)
    const { data } = await service.ask(taskList, {}, { token: ana.token, lang: 'hi_IN' })
    const examples = new Set<string>()
    for (const { id, picture: card } of data.list) {
      const answer = await service.ask(taskDetail, { task_id: id }, { token: ana.token, lang: 'hi_IN' })
      const { picture: wide, example_picture: example } = answer.data.detail ?? {}
      examples.add(example?.avif ?? '')
      expect(wide).toMatchObject({ width: 720, height: 405, alt: card?.alt })
      expect(example?.alt).toMatch(/[\u0900-\u097f]/)
      for (const file of [card?.avif, card?.webp, wide?.avif, wide?.webp, example?.avif, example?.webp]) {
        const found = await service.app.inject(file ?? '')
        expect([found.statusCode, found.headers['content-type']], file).toEqual([
          200,
          file?.endsWith('.avif') ? 'image/avif' : 'image/webp',
        ])
      }
    }
    expect(examples.size).toBe(7)
  })

  it('are claimed once, and count as received', async () => {
    const ana = await makePerson(service)
    expect((await claimTask(ana, 'leafy-friend')).code).toBe(0)
    expect((await claimTask(ana, 'leafy-friend')).code).toBe(errorCodes.task_taken)
    expect((await claimTask(ana, 'trail-video')).code).toBe(errorCodes.need_bind)
    expect((await claimTask(ana, 'no-such-task')).code).toBe(errorCodes.not_found)
    const { data } = await service.ask(taskList, { kind: '1' }, { token: ana.token })
    expect(data).toMatchObject({
      list: [{ exec_status: 0, review_status: 0, lock: null }],
      today: { received: 1, submitted: 0, to_send: 1 },
    })
  })

  it('give a claim of yesterday back to the list while it is open', async () => {
    const ben = await makePerson(service)
    const { data } = await claimTask(ben, 'market-group')
    await passTime(service, 23 * 3600)
    expect((await claimTask(ben, 'market-group')).code).toBe(errorCodes.task_taken)
    expect((await service.ask(taskList, { kind: '2' }, { token: ben.token })).data.list[0]?.assignment_id).toBe(
      data.assignment_id,
    )
    await passTime(service, 3600)
    expect(await detailOf(ben, data.assignment_id)).toMatchObject({
      exec_status: 2,
      review_status: 0,
      fail_reason: 'The time for this task is over.',
    })
    expect((await claimTask(ben, 'market-group')).code).toBe(0)
  })

  it('give exactly as many places as there are, however many claim at once', async () => {
    const { task } = (await operate('task create', {
      kind: '1',
      title: 'Three places',
      brief: 'Only three',
      reward: '1.00',
      places: '3',
    })) as { task: string }
    const people = await Promise.all(Array.from({ length: 12 }, () => makePerson(service)))
    const codes = (await Promise.all(people.map(person => claimTask(person, task)))).map(answer => answer.code)
    expect(codes.filter(code => code === 0)).toHaveLength(3)
    expect(codes.filter(code => code === errorCodes.task_full)).toHaveLength(9)
    const late = await makePerson(service)
    const { data } = await service.ask(taskDetail, { task_id: task }, { token: late.token })
    expect(data.detail).toMatchObject({ lock: 'task_full' })
  })

  it('are limited for each person, also when many are claimed at once', async () => {
    await service.services.database.transaction(async tx =>
      tx.updateTable('service_setting').set({ value: '2' }).where('key', '=', 'tasks_per_day').execute(),
    )
    const ana = await makePerson(service)
    const codes = (
      await Promise.all(['leafy-friend', 'market-group', 'trail-sms'].map(task => claimTask(ana, task)))
    ).map(answer => answer.code)
    expect(codes.sort()).toEqual([0, 0, errorCodes.task_limit])
    await service.services.database.transaction(async tx =>
      tx.updateTable('service_setting').set({ value: '20' }).where('key', '=', 'tasks_per_day').execute(),
    )
  })
})

describe('proof', () => {
  it('passes in the sandbox and is paid, with a tenth more to the direct inviter only', async () => {
    const grandmother = await makePerson(service)
    const mother = await makePerson(service, { invitedBy: grandmother })
    const ana = await makePerson(service, { invitedBy: mother })
    const assignment = await messageSent(ana)
    expect(await readCoin(service, ana)).toBe('0')
    await passTime(service, 5)
    expect(await detailOf(ana, assignment)).toMatchObject({
      exec_status: 3,
      review_status: 2,
      fail_reason: null,
      submission: { attempt: 1, files: [{ mime: 'image/png' }] },
    })
    expect((await detailOf(ana, assignment))?.history.map(entry => entry.step)).toEqual([
      'claimed',
      'submitted',
      'passed',
      'paid',
    ])
    expect([
      await readCoin(service, ana),
      await readCoin(service, mother),
      await readCoin(service, grandmother),
    ]).toEqual(['6000', '600', '0'])
  })

  it('earns the official inviter nothing', async () => {
    const ana = await makePerson(service, { invitedBy: { inviteCode: '888888' } })
    await messageSent(ana)
    await passTime(service, 5)
    expect(await readCoin(service, ana)).toBe('6000')
    const legs = await service.services.database.read
      .selectFrom('ledger_entry')
      .innerJoin('ledger_txn', 'ledger_txn.id', 'ledger_entry.txn_id')
      .select('amount')
      .where('ledger_txn.user_id', '=', ana.id)
      .execute()
    expect(legs).toHaveLength(2)
  })

  it('counts towards the day: sent, passed, and what is left to earn', async () => {
    const ana = await makePerson(service)
    await messageSent(ana)
    expect((await service.ask(taskList, {}, { token: ana.token })).data.today).toMatchObject({
      received: 1,
      submitted: 1,
      passed: 0,
      left_to_earn: '151000',
    })
    await passTime(service, 5)
    await claimTask(ana, 'trail-sms')
    expect((await service.ask(taskList, {}, { token: ana.token })).data.today).toMatchObject({
      received: 2,
      submitted: 1,
      passed: 1,
      left_to_earn: '151000',
    })
  })

  it('is of a day that is the person’s own, by the service’s clock', async () => {
    const ana = await makePerson(service)
    const dayAt = async (time_zone: string) => {
      expect((await service.ask(saveSetting, { time_zone }, { token: ana.token })).code).toBe(0)
      return (await service.ask(taskList, {}, { token: ana.token })).data.today.day ?? ''
    }
    // Twenty-six hours apart: the two are never of one day.
    const [early, late] = [await dayAt('Etc/GMT+12'), await dayAt('Pacific/Kiritimati')]
    expect(late).toBe(new Date(service.services.now().getTime() + 14 * 3600_000).toISOString().slice(0, 10))
    expect(early < late).toBe(true)
  })

  it('of a bound account fails with the reason, is mended and passes', async () => {
    const ana = await makePerson(service)
    const account = await makeBoundAccount(service, ana)
    expect((await service.ask(boundAccounts, {}, { token: ana.token })).data.list).toMatchObject([
      { id: account.id, bind_status: 2, fail_reason: null },
    ])
    const { data } = await claimTask(ana, 'leafy-bio')
    const right = {
      assignment_id: data.assignment_id,
      account_id: account.id,
      username: account.username,
      homepage_link: account.link,
      disclosure_confirmed: true as const,
    }
    expect((await send(ana, { ...right, username: 'somebody.else' })).code).toBe(0)
    expect((await send(ana, right)).code).toBe(errorCodes.submit_state)
    await passTime(service, 5)
    expect(await detailOf(ana, data.assignment_id, 'es_ES')).toMatchObject({
      exec_status: 4,
      review_status: 3,
      attempts_left: 2,
      fail_reason: 'El nombre de usuario no es el de tu cuenta vinculada.',
    })
    expect((await send(ana, { ...right, homepage_link: 'https://example.invalid/me' })).code).toBe(0)
    await passTime(service, 5)
    expect((await send(ana, right)).code).toBe(0)
    await passTime(service, 5)
    expect(await detailOf(ana, data.assignment_id)).toMatchObject({
      exec_status: 3,
      review_status: 2,
      attempts_left: 0,
      submission: { attempt: 3, account_id: account.id },
    })
    expect(await readCoin(service, ana)).toBe('15000')
  })

  it('reports which fields are missing, and refuses links of another place', async () => {
    const ana = await makePerson(service)
    const account = await makeBoundAccount(service, ana)
    const { data } = await claimTask(ana, 'trail-video')
    expect(
      await send(ana, { assignment_id: data.assignment_id, account_id: account.id, disclosure_confirmed: true }),
    ).toMatchObject({
      code: 400,
      fields: { video_link: 'required', username: 'required', homepage_link: 'required', file_ids: 'required' },
    })
    const all = {
      assignment_id: data.assignment_id,
      account_id: account.id,
      username: account.username,
      homepage_link: account.link,
      video_link: 'https://tiktok.com.evil.com/1',
      file_ids: [await proof(ana)],
      disclosure_confirmed: true as const,
    }
    expect(await send(ana, all)).toMatchObject({
      code: errorCodes.link_invalid,
      fields: { video_link: 'link_invalid' },
    })
    expect(
      await service.askRaw(submitTask, { ...all, disclosure_confirmed: false }, { token: ana.token }),
    ).toMatchObject({ code: 400, fields: { disclosure_confirmed: 'disclosure_needed' } })
  })

  it('of another person is not found: claim, file or account', async () => {
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    const { data } = await claimTask(ana, 'leafy-friend')
    const [anasFile, bensFile] = [await proof(ana), await proof(ben)]
    expect(
      (await send(ben, { assignment_id: data.assignment_id, file_ids: [bensFile], disclosure_confirmed: true })).code,
    ).toBe(errorCodes.not_found)
    expect(
      (await send(ana, { assignment_id: data.assignment_id, file_ids: [bensFile], disclosure_confirmed: true })).code,
    ).toBe(errorCodes.not_found)
    expect(
      (
        await send(ana, {
          assignment_id: data.assignment_id,
          file_ids: [anasFile],
          account_id: (await makeBoundAccount(service, ben)).id,
          disclosure_confirmed: true,
        })
      ).code,
    ).toBe(errorCodes.not_found)
    expect((await service.ask(taskDetail, { assignment_id: data.assignment_id }, { token: ben.token })).code).toBe(
      errorCodes.not_found,
    )
  })

  it('sent twice at once is taken once', async () => {
    const ana = await makePerson(service)
    const { data } = await claimTask(ana, 'trail-sms')
    const file = await proof(ana)
    const codes = (
      await Promise.all(
        [1, 2, 3].map(() =>
          send(ana, { assignment_id: data.assignment_id, file_ids: [file], disclosure_confirmed: true }),
        ),
      )
    ).map(answer => answer.code)
    expect(codes.sort()).toEqual([0, errorCodes.submit_state, errorCodes.submit_state])
  })

  it('repeated under one key answers as the first time', async () => {
    const ana = await makePerson(service)
    const { data } = await claimTask(ana, 'trail-sms')
    const input = {
      assignment_id: data.assignment_id,
      file_ids: [await proof(ana)],
      disclosure_confirmed: true as const,
    }
    const twice = await Promise.all(
      [1, 2].map(() => service.ask(submitTask, input, { token: ana.token, idempotencyKey: 'trail-sms-proof' })),
    )
    expect(twice.map(answer => answer.code)).toEqual([0, 0])
  })

  it('decided by many at once is decided and paid once', async () => {
    const ana = await makePerson(service)
    const assignment = await messageSent(ana)
    const decide = (passes: boolean) =>
      service.services.database.transaction(async tx => {
        const row = await lockPendingAssignment(tx, assignment)
        if (!row) return false
        await decideReview(
          tx,
          row,
          passes ? { passes } : { passes, reason: 'no' },
          { by: 'test' },
          service.services.now(),
        )
        return true
      })
    const decided = await Promise.all([true, false, true, false, true].map(decide))
    expect(decided.filter(Boolean)).toHaveLength(1)
    await passTime(service, 5)
    const { review_status } = (await detailOf(ana, assignment)) ?? {}
    expect(await readCoin(service, ana)).toBe(review_status === 2 ? '6000' : '0')
  })
})

describe('the detail of a task', () => {
  it('carries prepared material with the hashtag first, in six languages', async () => {
    const ana = await makePerson(service)
    for (const lang of apiCodes) {
      const { data } = await service.ask(taskDetail, { task_id: 'trail-video' }, { token: ana.token, lang })
      const detail = data.detail
      const caption = detail?.materials.find(material => material.key === 'caption')
      expect(caption?.text?.startsWith(detail?.disclosure.hashtag ?? '?')).toBe(true)
      expect(detail?.disclosure.text).toContain(detail?.disclosure.hashtag)
      expect(detail).toMatchObject({
        kind: 3,
        submit_fields: ['account_id', 'video_link', 'username', 'homepage_link', 'files'],
        attempts_left: 3,
        submission: null,
        history: [],
      })
    }
  })

  it('offers pictures and films that the service itself serves, for every task', async () => {
    const ana = await makePerson(service)
    const { list } = (await service.ask(taskList, {}, { token: ana.token })).data
    const served = new Set<unknown>()
    for (const { id } of list) {
      const { data } = await service.ask(taskDetail, { task_id: id }, { token: ana.token })
      for (const { kind, url } of data.detail?.materials ?? [])
        if (kind === 'image' || kind === 'video') {
          const response = await service.app.inject(url ?? '')
          served.add(`${kind} ${response.statusCode} ${String(response.headers['content-type'])}`)
        }
    }
    expect([...served].sort()).toEqual(['image 200 image/png', 'video 200 video/mp4'])
  })

  it('without an id is the record, newest first, by review status', async () => {
    const ana = await makePerson(service)
    const passedOne = await messageSent(ana)
    await passTime(service, 5)
    await claimTask(ana, 'trail-sms')
    const { data } = await service.ask(taskDetail, {}, { token: ana.token })
    const passed = await service.ask(taskDetail, { assignment_id: passedOne }, { token: ana.token })
    const paidAt = passed.data.detail?.history.find(({ step }) => step === 'paid')?.at ?? expect.fail('not paid')
    expect(data.record?.list.map(row => [row.task_id, row.review_status, row.paid_at])).toEqual([
      ['trail-sms', 0, null],
      ['leafy-friend', 2, paidAt],
    ])
    const onlyPassed = await service.ask(taskDetail, { status: '2' }, { token: ana.token })
    expect(onlyPassed.data.record?.list.map(row => row.assignment_id)).toEqual([passedOne])
    const page = await service.ask(taskDetail, { limit: '1' }, { token: ana.token })
    expect(
      (await service.ask(taskDetail, { limit: '1', cursor: page.data.record?.next_cursor ?? '' }, { token: ana.token }))
        .data.record?.list[0]?.assignment_id,
    ).toBe(passedOne)
  })
})

describe('operators', () => {
  it('see what waits and decide it, with a reason that the person reads', async () => {
    const ana = await makePerson(service)
    const assignment = await messageSent(ana)
    const waiting = v.parse(v.array(WaitingSubmission), await operate('review list'))
    const shown = waiting.find(one => one.assignment === assignment)
    expect(shown).toMatchObject({ user_id: ana.publicId, files: [expect.stringMatching(/^http.*key=/)], films: [] })
    expect(shown?.asked).toMatchObject({ brief: expect.stringMatching(/./), disclosure: expect.stringMatching(/./) })
    const filmed = await messageSent(await makePerson(service), film())
    const listed = v.parse(v.array(WaitingSubmission), await operate('review list'))
    const withFilm = listed.find(one => one.assignment === filmed)
    expect([withFilm?.films.length, withFilm?.films]).toEqual([1, withFilm?.files])
    const { pathname, search } = new URL(shown?.files[0] ?? '')
    const seen = await service.app.inject(pathname + search)
    expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/png'])
    expect(await operate('review fail', { reason: 'The screenshot shows another app' }, [assignment])).toMatchObject({
      review: 'failed',
    })
    expect((await detailOf(ana, assignment))?.fail_reason).toBe('Our team wrote: “The screenshot shows another app”')
    await expect(operate('review pass', {}, [assignment])).rejects.toMatchObject({ key: 'conflict' })
    await expect(operate('review pass', {}, ['nothing'])).rejects.toMatchObject({ key: 'not_found' })
    await expect(operate('review fail', {}, [assignment])).rejects.toThrow('--reason')
  })

  it('end a claim with the third failure, and its place is free again', async () => {
    const { task } = (await operate('task create', {
      kind: '1',
      title: 'A single place',
      brief: 'Only one',
      reward: '1.00',
      places: '1',
    })) as { task: string }
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    const { data } = await claimTask(ana, task)
    const input = {
      assignment_id: data.assignment_id,
      file_ids: [await proof(ana)],
      disclosure_confirmed: true as const,
    }
    for (const attempt of [1, 2, 3]) {
      expect((await claimTask(ben, task)).code).toBe(errorCodes.task_full)
      expect((await send(ana, input)).code).toBe(0)
      await operate('review fail', { reason: `No ${attempt}` }, [data.assignment_id])
    }
    expect((await send(ana, input)).code).toBe(errorCodes.submit_state)
    expect(await detailOf(ana, data.assignment_id)).toMatchObject({
      exec_status: 4,
      review_status: 3,
      attempts_left: 0,
      fail_reason: 'Our team wrote: “No 3”',
    })
    expect((await claimTask(ben, task)).code).toBe(0)
  })

  it('withdraw a task: open claims end, sent proof is still paid', async () => {
    const { task } = (await operate('task create', {
      kind: '7',
      title: 'A short one',
      brief: 'Soon over',
      reward: '2.50',
      places: '9',
    })) as { task: string }
    const [ana, ben] = [await makePerson(service), await makePerson(service)]
    const [anas, bens] = [
      (await claimTask(ana, task)).data.assignment_id,
      (await claimTask(ben, task)).data.assignment_id,
    ]
    await send(ana, { assignment_id: anas, file_ids: [await proof(ana)], disclosure_confirmed: true })
    expect(await operate('task stop', {}, [task])).toMatchObject({ status: 'closed', stopped_claims: 1 })
    await passTime(service, 5)
    expect(await readCoin(service, ana)).toBe('250')
    expect(await detailOf(ben, bens)).toMatchObject({ exec_status: 2, fail_reason: 'This task was withdrawn.' })
    expect((await service.ask(taskList, {}, { token: ben.token })).data.today).toMatchObject({
      received: 1,
      to_send: 0,
    })
    expect((await claimTask(await makePerson(service), task)).code).toBe(errorCodes.task_closed)
  })
})

it('leaves a ledger in which everything sums to zero', async () => {
  expect(await verifyLedger(service.services.database.read)).toMatchObject({ ok: true })
})

function operate(name: string, flags: Record<string, string> = {}, args: readonly string[] = []): Promise<unknown> {
  const found = service.services.operators.find(name.split(' '))
  if (!found) throw new Error(`no command ${name}`)
  return found.command.run({ args, flags, by: 'test' })
}
