import { randomInt, randomUUID } from 'node:crypto'
import {
  addPayway,
  calculateFee,
  calculatePayout,
  registerVerifyMobile,
  sendPayCodeMobile,
  sendRegisterCodeMobile,
  setPasswordMobile,
  setPayPassword,
  userPaywayList,
  withdrawRequest,
  type LoginResult,
  type ResponseOf,
} from '@adcoin/contract'
import { adjust } from './person-with-account.ts'
import type { TestAnswer, TestService } from './start-service.ts'

export const goodPassword = 'correct horse'
export const goodPayPassword = 'trading horse'

export type RegisteredPerson = {
  readonly token: string
  readonly userId: string
  readonly mobile: string
  readonly e164: string
  readonly id: bigint
}

/** A valid, unused Mexican mobile number. */
export function newMobile(): string {
  return `55${randomInt(10_000_000, 99_999_999)}`
}

/** A valid, unused CLABE of the bank `mx-012`. */
export function newClabe(): string {
  const body = `012180${String(randomInt(1e11)).padStart(11, '0')}`
  const weights = [3, 7, 1]
  const sum = [...body].reduce((total, digit, index) => total + ((Number(digit) * (weights[index % 3] ?? 0)) % 10), 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

/** Registers a person by mobile, through every step. */
export async function register(
  service: TestService,
  { inviteCode, mobile = newMobile() }: { inviteCode?: string; mobile?: string } = {},
): Promise<RegisteredPerson> {
  const number = { mobile_sag: '+52', mobile }
  const e164 = `+52${mobile}`
  expectOk(await service.ask(sendRegisterCodeMobile, number))
  const ticket = expectOk(
    await service.ask(registerVerifyMobile, { ...number, verify_code: await service.codeFor(e164) }),
  )
  const login: LoginResult = expectOk(
    await service.ask(setPasswordMobile, {
      ...number,
      verify_ticket: ticket.verify_ticket,
      password: goodPassword,
      confirm_password: goodPassword,
      ...(inviteCode === undefined ? {} : { invite_code: inviteCode }),
    }),
  )
  const row = await service.services.database.read
    .selectFrom('app_user')
    .select('id')
    .where('public_id', '=', login.user_id)
    .executeTakeFirstOrThrow()
  return { token: login.authorized_key, userId: login.user_id, mobile, e164, id: row.id }
}

export async function giveCoin(service: TestService, person: RegisteredPerson, amount: bigint): Promise<void> {
  await service.services.database.transaction(tx => adjust(tx, person.id, amount))
}

/** A bank account and a trading password. */
export async function prepareToWithdraw(service: TestService, person: RegisteredPerson): Promise<{ paywayId: string }> {
  expectOk(
    await service.ask(
      setPayPassword,
      { pay_passwd: goodPayPassword, confirm_pay_passwd: goodPayPassword, passwd: goodPassword },
      person,
    ),
  )
  const { id } = expectOk(
    await service.ask(
      addPayway,
      {
        payway_id: 'mx-spei',
        bank_id: 'mx-012',
        holder_name: 'Ana López',
        account: newClabe(),
        fields: {},
        pay_passwd: goodPayPassword,
      },
      person,
    ),
  )
  return { paywayId: id }
}

/** Everything that a withdrawal of this amount needs, the code included. */
export async function withdrawalInput(
  service: TestService,
  person: RegisteredPerson,
  paywayId: string,
  amount: bigint,
) {
  const account = expectOk(await service.ask(userPaywayList, {}, person)).list.find(each => each.id === paywayId)
  if (!account) throw new Error('no such account')
  const fee = calculateFee(amount, BigInt(account.fee_bps))
  expectOk(
    await service.ask(
      sendPayCodeMobile,
      { scene: 'withdraw', amount: String(amount), user_payway_id: paywayId },
      person,
    ),
  )
  return {
    amount: String(amount),
    user_payway_id: paywayId,
    pay_passwd: goodPayPassword,
    verify_code: await service.codeFor(person.e164),
    quote: {
      fee: String(fee),
      payout: String(calculatePayout(amount - fee, BigInt(account.rate_num), BigInt(account.rate_den))),
      rate_num: account.rate_num,
      rate_den: account.rate_den,
    },
  }
}

/** Requests a withdrawal as the page does. */
export async function withdraw(
  service: TestService,
  person: RegisteredPerson,
  paywayId: string,
  amount: bigint,
  idempotencyKey: string = randomUUID(),
): Promise<TestAnswer<ResponseOf<typeof withdrawRequest>>> {
  return service.ask(withdrawRequest, await withdrawalInput(service, person, paywayId, amount), {
    ...person,
    idempotencyKey,
  })
}

/** The data of a success, or an error with the actual answer. */
export function expectOk<Data>(answer: TestAnswer<Data>): Data {
  if (answer.code !== 0)
    throw new Error(`${answer.code} ${answer.key ?? ''}: ${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer.data
}
