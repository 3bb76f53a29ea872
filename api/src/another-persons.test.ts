import {
  addPayway,
  agentQuery,
  appealTask,
  bindAccount,
  bindInvite,
  cancelWithdrawal,
  defaultPayway,
  devices,
  inboxList,
  inboxRead,
  endDevice,
  refuseDevice,
  passkeys,
  passkeyToWithdraw,
  receiveTask,
  removePasskey,
  removePayway,
  saveSetting,
  sendPayCodeEmail,
  sendPayCodeMobile,
  submitTask,
  taskDetail,
  unbindAccount,
  userPaywayList,
  withdrawLog,
  withdrawRequest,
  type Call,
} from '@adcoin/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture } from './testing/file-samples.ts'
import { calls, listFields } from './testing/calls.ts'
import { makeBoundAccount, makePerson, uploadFile, type ServicePerson } from './testing/people.ts'
import { startTestService, type TestService } from './testing/start-service.ts'

/** What belongs to ana, by the name that a call gives it. */
type Belongings = Readonly<
  Record<
    'device' | 'passkey' | 'payway' | 'withdrawal' | 'assignment' | 'account' | 'avatar' | 'proof' | 'user',
    string
  >
>

const quote = { fee: '200', payout: '1764', rate_num: '18', rate_den: '100' }
const name = 'https://www.tiktok.com/@x'
/**
 * Each call that takes the id of an owned object: what Ben sends with Ana's id, and the refusal that he must get.
 */
const attempts: readonly { call: Call; field: string; code: number; input: (of: Belongings) => unknown }[] = [
  { call: endDevice, field: 'id', code: 404, input: of => ({ id: of.device }) },
  { call: refuseDevice, field: 'id', code: 404, input: of => ({ id: of.device }) },
  { call: removePasskey, field: 'id', code: 404, input: of => ({ id: of.passkey }) },
  { call: saveSetting, field: 'avatar', code: 400, input: of => ({ avatar: of.avatar }) },
  { call: bindInvite, field: 'user_id', code: 403, input: of => ({ user_id: of.user, invite_code: '888888' }) },
  { call: removePayway, field: 'id', code: 404, input: of => ({ id: of.payway }) },
  { call: defaultPayway, field: 'id', code: 404, input: of => ({ id: of.payway }) },
  { call: cancelWithdrawal, field: 'id', code: 404, input: of => ({ id: of.withdrawal }) },
  { call: withdrawLog, field: 'id', code: 0, input: of => ({ id: of.withdrawal }) },
  {
    call: withdrawRequest,
    field: 'user_payway_id',
    code: 2003,
    input: of => ({ amount: '10000', user_payway_id: of.payway, pay_passwd: 'ben-ben', verify_code: '0000', quote }),
  },
  {
    call: sendPayCodeMobile,
    field: 'user_payway_id',
    code: 2003,
    input: of => ({ scene: 'withdraw', amount: '10000', user_payway_id: of.payway }),
  },
  // Ben has no passkey, whatever the account.
  {
    call: passkeyToWithdraw,
    field: 'user_payway_id',
    code: 1020,
    input: of => ({ amount: '10000', user_payway_id: of.payway }),
  },
  // A person with a phone gets no code by e-mail, whatever the account.
  {
    call: sendPayCodeEmail,
    field: 'user_payway_id',
    code: 403,
    input: of => ({ scene: 'withdraw', amount: '10000', user_payway_id: of.payway }),
  },
  { call: agentQuery, field: 'user_id', code: 0, input: of => ({ user_id: of.user }) },
  { call: taskDetail, field: 'assignment_id', code: 404, input: of => ({ assignment_id: of.assignment }) },
  {
    call: appealTask,
    field: 'assignment_id',
    code: 404,
    input: of => ({ assignment_id: of.assignment, text: 'The video is public.' }),
  },
  {
    call: submitTask,
    field: 'assignment_id',
    code: 404,
    input: of => ({ assignment_id: of.assignment, file_ids: [], disclosure_confirmed: true }),
  },
  {
    call: submitTask,
    field: 'account_id',
    code: 404,
    input: of => ({ assignment_id: of.assignment, account_id: of.account, file_ids: [], disclosure_confirmed: true }),
  },
  {
    call: submitTask,
    field: 'file_ids',
    code: 404,
    input: of => ({ assignment_id: of.assignment, file_ids: [of.proof], disclosure_confirmed: true }),
  },
  {
    call: bindAccount,
    field: 'id',
    code: 404,
    input: of => ({ id: of.account, platform: 'tiktok', username: 'x', homepage_link: name }),
  },
  { call: unbindAccount, field: 'id', code: 404, input: of => ({ id: of.account, confirm: true }) },
  // Her first news, that her account was linked; Ben has none of that number.
  { call: inboxRead, field: 'id', code: 404, input: () => ({ id: '1', older: true }) },
]
/** Ids of what everybody may see. */
const shared = new Set(['task_id', 'payway_id', 'bank_id', 'inviter_id'])

let service: TestService
let ana: ServicePerson
let ben: ServicePerson
let anas: Belongings
beforeAll(async () => {
  service = await startTestService()
  ana = await makePerson(service)
  ben = await makePerson(service)
  await service.services.database.transaction(async tx =>
    tx
      .updateTable('app_user')
      .set({ mobile_e164: '+525512345678', mobile_sag: '+52' })
      .where('id', '=', ben.id)
      .execute(),
  )
  const token = { token: ana.token }
  const account = await makeBoundAccount(service, ana)
  const { data: claim } = await service.ask(receiveTask, { task_id: 'leafy-friend' }, token)
  const { data: way } = await service.ask(
    addPayway,
    { payway_id: 'mx-spei', bank_id: 'mx-012', holder_name: 'Ana Silva', account: '012180000118359713' },
    token,
  )
  anas = {
    device: (await service.ask(devices, {}, token)).data.list[0]?.id ?? '',
    passkey: await passkeyOfAna(),
    payway: way.id,
    withdrawal: await withdrawalOf(way.id),
    assignment: claim.assignment_id,
    account: account.id,
    avatar: (await uploadFile(service, ana.token, await picture('png'), 'avatar')).data.file_id,
    proof: (await uploadFile(service, ana.token, await picture('jpeg'))).data.file_id,
    user: ana.publicId,
  }
  expect(Object.values(anas).every(id => id.length > 0)).toBe(true)
}, 60_000)
afterAll(async () => {
  await service.stop()
})

/** Only as an object to look for: nothing is signed here. */
async function passkeyOfAna(): Promise<string> {
  const passkey = { credential_id: 'x', public_key: 'x', counter: 0n, user_agent: 'test', last_used_at: null }
  await service.services.database.transaction(tx =>
    tx
      .insertInto('passkey')
      .values({ ...passkey, public_id: 'anas-passkey', user_id: ana.id })
      .execute(),
  )
  return 'anas-passkey'
}

/** Only as an object to look for: no money moves here. */
async function withdrawalOf(payway: string): Promise<string> {
  await service.services.database.transaction(async tx => {
    const { id } = await tx
      .selectFrom('user_payway')
      .select('id')
      .where('public_id', '=', payway)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('withdrawal')
      .values({
        public_id: 'anas-withdrawal',
        user_id: ana.id,
        user_payway_id: id,
        amount: 10_000n,
        fee: 200n,
        net: 9_800n,
        payout: 1_764n,
        payout_currency: 'MXN',
        payout_scale: 2,
        rate_num: 18n,
        rate_den: 100n,
        fee_bps: 200,
        status: 'rejected',
      })
      .execute()
  })
  return 'anas-withdrawal'
}

describe('another person’s id', () => {
  it.each(
    attempts.map((attempt): [string, (typeof attempts)[number]] => [`${attempt.call.path} ${attempt.field}`, attempt]),
  )('%s finds nothing', async (_, { call, code, input }) => {
    const answer = await service.askRaw(call, input(anas), {
      token: ben.token,
      idempotencyKey: `ben-${call.path.length}-${code}`,
    })
    expect(answer).toMatchObject({ status: 200, code })
    if (code === 0) expect((answer.data as { list: unknown[] }).list).toEqual([])
  })

  it('changed nothing of hers', async () => {
    const token = { token: ana.token }
    expect((await service.ask(devices, {}, token)).data.list).toHaveLength(1)
    expect((await service.ask(passkeys, {}, token)).data.list).toHaveLength(1)
    expect((await service.ask(userPaywayList, {}, token)).data.list).toMatchObject([
      { id: anas.payway, is_default: true },
    ])
    expect((await service.ask(taskDetail, { assignment_id: anas.assignment }, token)).data.detail).toMatchObject({
      exec_status: 0,
      submission: null,
    })
    const rows = await service.services.database.read
      .selectFrom('bind_account')
      .select('status')
      .where('public_id', '=', anas.account)
      .execute()
    expect(rows).toEqual([{ status: 2 }])
    expect((await service.ask(inboxList, {}, token)).data.unread).toBe(1)
  })
})

it('every call that takes an id of something owned is in the table', () => {
  const owned = calls.flatMap(call =>
    listFields(call)
      .filter(field => /^(id|avatar)$|_ids?$/.test(field) && !shared.has(field))
      .map(field => `${call.path} ${field}`),
  )
  const tried = new Set(attempts.map(({ call, field }) => `${call.path} ${field}`))
  expect(owned.filter(one => !tried.has(one))).toEqual([])
})
