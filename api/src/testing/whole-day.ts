import { randomUUID } from 'node:crypto'
import * as contract from '@adcoin/contract'
import type { Call, RequestOf, ResponseOf } from '@adcoin/contract'
import { serveOperation } from '../operator-commands/admin-listener.ts'
import { picture } from './file-samples.ts'
import {
  expectOk,
  giveCoin,
  goodPassword,
  goodPayPassword,
  newMobile,
  prepareToWithdraw,
  register,
  withdraw,
  type RegisteredPerson,
} from './accounts.ts'
import { authenticator } from './authenticator.ts'
import { signInAt } from './google.ts'
import { makeBoundAccount, uploadFile } from './people.ts'
import { createPushDevice } from './push-service.ts'
import type { TestService } from './start-service.ts'

/** Nothing listens there. */
export const ownPushHost = '127.0.0.1:9'

type Person = { readonly token: string }
type Ask = <C extends Call>(call: C, input: RequestOf<C>, person?: Person) => Promise<ResponseOf<C>>

/**
 * Every call of the contract succeeds at least once: one person earns and withdraws, one comes by e-mail and Google,
 * one changes number and leaves. The service needs a development provider (`oidc.use`).
 *
 * @returns those who are still there
 */
export async function liveADay(service: TestService): Promise<readonly Person[]> {
  const ask: Ask = async (call, input, person) => {
    // Between two steps a person waits longer than the codes of one destination do.
    service.forward(61_000)
    const idempotencyKey = randomUUID()
    return expectOk(await service.ask(call, input, { ...person, idempotencyKey }))
  }
  const [ana, cleo] = [await register(service), await register(service)]
  await earn(service, ask, ana)
  await takeOut(service, ask, ana)
  await usePasskey(service, ask, ana)
  await look(ask, ana)
  await bePushed(ask, ana)
  const ben = await comeByEmail(service, ask)
  await invite(ask, ana, ben)
  await moveAndLeave(service, ask, cleo)
  return [ana, ben]
}

const login = (password: string) => ({ password, confirm_password: password })
const trading = (pay_passwd: string) => ({ pay_passwd, confirm_pay_passwd: pay_passwd })

async function earn(service: TestService, ask: Ask, ana: RegisteredPerson): Promise<void> {
  const account = await makeBoundAccount(service, { ...ana, publicId: ana.userId, inviteCode: '' })
  await ask(contract.boundAccounts, {}, ana)
  const { list } = await ask(contract.taskList, {}, ana)
  await ask(contract.taskDetail, { task_id: list[0]?.id }, ana)
  const { assignment_id } = await ask(contract.receiveTask, { task_id: 'leafy-friend' }, ana)
  const { data } = await uploadFile(service, ana.token, await picture('png'))
  await ask(contract.submitTask, { assignment_id, file_ids: [data.file_id], disclosure_confirmed: true }, ana)
  await serveOperation(service.services, ['review', 'fail', assignment_id], { reason: 'Too dark' }, 'bea')
  await ask(contract.appealTask, { assignment_id, text: 'The picture is bright on my screen.' }, ana)
  service.forward(60_000)
  await service.services.jobs.runDue()
  await ask(contract.unbindAccount, { id: account.id, confirm: true }, ana)
  const [item] = (await ask(contract.inboxList, {}, ana)).list
  await ask(contract.inboxRead, { id: item?.id ?? '', older: true }, ana)
}

async function takeOut(service: TestService, ask: Ask, ana: RegisteredPerson): Promise<void> {
  await giveCoin(service, ana, 5_000_000n)
  const { paywayId } = await prepareToWithdraw(service, ana)
  service.forward(61_000)
  const { withdrawal } = expectOk(await withdraw(service, ana, paywayId, 10_000n))
  await ask(contract.cancelWithdrawal, { id: withdrawal.id }, ana)
  await ask(contract.defaultPayway, { id: paywayId }, ana)
  await ask(contract.removePayway, { id: paywayId }, ana)
  await ask(contract.changePayPassword, { old_pay_passwd: goodPayPassword, ...trading('second trading') }, ana)
  await ask(contract.sendPayCodeMobile, { scene: 'reset_pay' }, ana)
  const verify_code = await service.codeFor(ana.e164)
  await ask(contract.resetPayPasswordMobile, { verify_code, ...trading('third trading') }, ana)
}

/** A passkey logs in, begins a withdrawal a day later, and goes. */
async function usePasskey(service: TestService, ask: Ask, ana: RegisteredPerson): Promise<void> {
  const device = authenticator()
  const { verify_ticket } = await ask(contract.proveOwner, { passwd: goodPassword }, ana)
  const options = await ask(contract.passkeyToAdd, { verify_ticket }, ana)
  const { id } = await ask(contract.addPasskey, device.create(options), ana)
  await ask(contract.loginPasskey, device.prove(await ask(contract.passkeyToLogin, {})))
  service.forward(86_400_000)
  await ask(contract.passkeyToWithdraw, { amount: '10000', user_payway_id: 'gone' }, ana)
  await ask(contract.passkeys, {}, ana)
  await ask(contract.removePasskey, { id }, ana)
}

/** Reads, and browser reports. */
async function look(ask: Ask, ana: Person): Promise<void> {
  for (const call of [contract.launch, contract.about, contract.supportRegion, contract.customerServiceLink])
    await ask(call as Call, {} as never)
  await ask(contract.legalText, { page: 'terms' })
  const reads = [
    contract.agentQuery,
    contract.agentState,
    contract.balance,
    contract.bankList,
    contract.countryCode,
    contract.deletionState,
    contract.getSetting,
    contract.paywayCurrency,
    contract.transactionList,
    contract.userState,
    contract.userPaywayList,
    contract.withdrawLog,
  ]
  for (const call of reads) await ask(call as Call, {} as never, ana)
  await ask(contract.statement, { month: '2026-11' }, ana)
  await ask(contract.saveSetting, { nick_name: 'Ana' }, ana)
  const release = { app: 'remote-team', release: '1.0.0-0123456789ab' }
  await ask(contract.reportVisits, { generation: 1, visits: [release] })
  await ask(contract.reportHealth, { ...release, generation: 1, phase: 'render', reason: 'x', path: '/team' })
}

/** A browser that gets pushes of rewards, and then no more. The service needs keys, and the host among its own. */
async function bePushed(ask: Ask, ana: Person): Promise<void> {
  const endpoint = `https://${ownPushHost}/browser`
  await ask(contract.pushKey, {}, ana)
  await ask(contract.pushSubscribe, { endpoint, ...createPushDevice().keys, kinds: ['paid'] }, ana)
  await ask(contract.pushState, { endpoint }, ana)
  await ask(contract.pushUnsubscribe, { endpoint }, ana)
}

async function comeByEmail(service: TestService, ask: Ask): Promise<Person & { readonly userId: string }> {
  const email = `${randomUUID()}@example.com`
  await ask(contract.sendRegisterCodeEmail, { email })
  const code = await service.codeFor(email)
  const { verify_ticket } = await ask(contract.registerVerifyEmail, { email, verify_code: code })
  await ask(contract.setPasswordEmail, { email, verify_ticket, ...login(goodPassword) })
  await ask(contract.sendResetCodeEmail, { email })
  const ticket = await ask(contract.resetVerifyEmail, { email, verify_code: await service.codeFor(email) })
  await ask(contract.resetPasswordEmail, { email, verify_ticket: ticket.verify_ticket, ...login('another horse') })
  await ask(contract.loginOauth, await signInAt(service, email))
  const { authorized_key: token, user_id: userId } = await ask(contract.loginEmail, {
    email,
    password: 'another horse',
  })
  const ben = { token, userId }
  const others = (await ask(contract.devices, {}, ben)).list.filter(device => !device.is_current)
  await ask(contract.endDevice, { id: others[0]?.id ?? '' }, ben)
  await ask(contract.setPayPassword, { ...trading(goodPayPassword), passwd: 'another horse' }, ben)
  await ask(contract.sendPayCodeEmail, { scene: 'reset_pay' }, ben)
  const verify_code = await service.codeFor(email)
  await ask(contract.resetPayPasswordEmail, { verify_code, ...trading('fresh trading') }, ben)
  await ask(contract.refuseDevice, { id: others[0]?.id ?? '' }, ben)
  return ben
}

async function invite(ask: Ask, ana: Person, ben: Person & { readonly userId: string }): Promise<void> {
  const { invite_code } = await ask(contract.getSetting, {}, ana)
  await ask(contract.bindInvite, { user_id: ben.userId, invite_code }, ben)
}

async function moveAndLeave(service: TestService, ask: Ask, cleo: RegisteredPerson): Promise<void> {
  const proof = async () => (await ask(contract.proveOwner, { passwd: goodPassword }, cleo)).verify_ticket
  const number = { mobile_sag: '+52', mobile: newMobile() }
  const owner = await proof()
  await ask(contract.sendContactCodeMobile, { ...number, verify_ticket: owner }, cleo)
  const moved = { verify_ticket: owner, verify_code: await service.codeFor(`+52${number.mobile}`) }
  await ask(contract.changeContactMobile, { ...number, ...moved }, cleo)
  const email = `${randomUUID()}@example.com`
  const again = await proof()
  await ask(contract.sendContactCodeEmail, { email, verify_ticket: again }, cleo)
  const added = { email, verify_ticket: again, verify_code: await service.codeFor(email) }
  await ask(contract.changeContactEmail, added, cleo)
  await ask(contract.exportData, { verify_ticket: await proof() }, cleo)
  await ask(contract.changePassword, { old_passwd: goodPassword, ...login('another horse') }, cleo)
  await ask(contract.sendResetCodeMobile, number)
  const code = await service.codeFor(`+52${number.mobile}`)
  const { verify_ticket } = await ask(contract.resetVerifyMobile, { ...number, verify_code: code })
  await ask(contract.resetPasswordMobile, { ...number, verify_ticket, ...login('third horse') })
  await ask(contract.logout, {})
  const { authorized_key: token } = await ask(contract.loginMobile, { ...number, password: 'third horse' })
  const owned = (await ask(contract.proveOwner, { passwd: 'third horse' }, { token })).verify_ticket
  await ask(contract.sendOwnCode, { scene: 'delete' }, { token })
  const verify_code = await service.codeFor(`+52${number.mobile}`)
  await ask(contract.deleteAccount, { verify_ticket: owned, verify_code, give_up: '0' }, { token })
}
