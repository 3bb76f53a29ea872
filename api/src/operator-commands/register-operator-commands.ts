import { randomInt, randomUUID } from 'node:crypto'
import { defaultLanguage } from '@adcoin/contract'
import { OperatorCommandRequest, type OperatorCommands } from '@adcoin/contract/operations'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { registerForOperators } from '../operators/for-operators.ts'
import type { Register, Services } from '../services.ts'
import { addSettingCommands } from '../settings/setting-commands.ts'
import { addPeopleCommands } from './people-commands.ts'
import { recordCommands } from './record-commands.ts'
import { keepDumps, sweepRegularly, verifyNightly } from './regular-work.ts'
import { createAccount, newPublicId } from '../accounts/create-account.ts'
import { rememberPassword } from '../accounts/passwords-of-person.ts'
import { post } from '../ledger/ledger.ts'
import { readTextFlag, UsageProblem } from '../operators/operators.ts'
import { Refusal } from '../refusals/refusal.ts'
import { sendFault } from '../http/envelope.ts'
import { operatorCodes, type ReasonKey, describeReason, encodeReason } from '../refusals/reasons.ts'
import { runForRequest } from '../database/request-id.ts'
import { runOperatorCommand, serveOperation } from './admin-listener.ts'

/** Maintenance: nightly work, and the commands of operators that belong to no area. */
export const registerOperatorCommands: Register = (app, services) => {
  recordCommands(services)
  addPeopleCommands(services)
  demoPersonCommand(services)
  addSettingCommands(services)
  verifyNightly(services)
  keepDumps(services)
  sweepRegularly(services)
  registerForOperators(app, calls => serveCommands(calls, services))
}

/** Creates a person with Ad Coin, for demonstrations and for tests of the running product. */
function demoPersonCommand(services: Services): void {
  const { operators, config } = services
  operators.command({
    name: 'demo:user',
    usage: '[--coin <minor units>]',
    help: 'Creates a demonstration person with Ad Coin, through real postings; refused in production',
    async run(input) {
      if (config.production) throw new Refusal('forbidden')
      const coin = readTextFlag(input, 'coin') ?? '500000'
      if (!/^[1-9][0-9]{0,14}$/.test(coin))
        throw new UsageProblem('--coin needs a whole number of minor units: 500000 is 5,000.00 Ad Coin')
      return makeDemoPerson(services, BigInt(coin), input.by)
    },
  })
}

async function makeDemoPerson({ database, passwords }: Services, coin: bigint, by: string) {
  const publicId = newPublicId()
  const mobile = `55${randomInt(10_000_000, 99_999_999)}`
  const password = `demo-${randomInt(100_000, 999_999)}`
  const [hash, historyHash] = [await passwords.hash(password), await passwords.historyHash(password, 'login', publicId)]
  return database.transaction(async tx => {
    const userId = await createAccount(tx, {
      publicId,
      mobile: { e164: `+52${mobile}`, sag: '+52' },
      email: null,
      countryCode: 'MX',
      pwdHash: hash,
      language: 'en_US',
      nickName: 'Demo',
    })
    if (userId === null) throw new Refusal('conflict')
    await rememberPassword(tx, userId, 'login', historyHash)
    const key = randomUUID()
    await post(tx, {
      kind: 'adjust',
      key: `adj:${key}`,
      refType: 'adjustment',
      refId: key,
      userId,
      note: `demonstration, by ${by}`,
      legs: [
        { account: 'adjustment', amount: -coin },
        { account: 'coin', userId, amount: coin, label: 'adjust' },
      ],
    })
    return { user_id: publicId, mobile_sag: '+52', mobile, password, coin: String(coin) }
  })
}

/**
 * The commands of `npm run ops` that the operations page may run, by the same names and through the same functions.
 * Commands that change something are in the same audit list.
 *
 *   GET  /operators/commands   lists them, and the reasons that have a code
 *   POST /operators/command    runs one: `{ command, args, flags, by, identity, roles, address }` to
 *                              `{ exit, data, message }`
 */
function serveCommands(calls: FastifyInstance, services: Services): void {
  const { operators } = services
  calls.get('/commands', async (): Promise<OperatorCommands> => ({
    commands: operators.list().flatMap(({ name, page }) => (page === undefined ? [] : [name])),
    reasons: {
      review: reasonTexts(operatorCodes.review),
      bind: reasonTexts(operatorCodes.bind),
      withdraw: reasonTexts(operatorCodes.withdraw),
    },
  }))
  calls.post('/command', async (request, reply) => {
    const parsed = v.safeParse(OperatorCommandRequest, request.body)
    if (!parsed.success) return sendFault(reply, defaultLanguage, 'invalid_input', 400)
    const { command: name, args, flags, by, identity, roles, address } = parsed.output
    const command = operators.list().find(each => each.name === name)
    if (command?.page === undefined) return sendFault(reply, defaultLanguage, 'not_found', 404)
    if (command.role && roles && !roles.includes(command.role))
      return { exit: 1, data: null, message: `${name} needs the role ${command.role}, which ${by} does not have` }
    // No command of the page reads paths: the page runs on another machine.
    if (command.page === 'look') return runOperatorCommand(command, { args, flags, by, identity })
    return runForRequest(request.id, () =>
      serveOperation(services, [...name.split(' '), ...args], flags, by, { roles, address, identity }),
    )
  })
}

function reasonTexts(keys: readonly ReasonKey[]): { code: string; text: string }[] {
  return keys.map(key => ({
    code: encodeReason(key),
    text: describeReason(encodeReason(key), defaultLanguage) ?? key,
  }))
}
