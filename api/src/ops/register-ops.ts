import { randomUUID, randomInt } from 'node:crypto'
import { createAccount, newPublicId } from '../accounts/create-account.ts'
import { rememberPassword } from '../accounts/passwords-of-person.ts'
import type { Register } from '../app.ts'
import type { Transaction } from '../database/database.ts'
import { keepDump } from '../database/embedded-folder.ts'
import { pausedKey } from '../finance/price.ts'
import { Refusal } from '../http/refusal.ts'
import { post } from '../ledger/ledger.ts'
import { verifyWholeLedger, type LedgerReport } from '../ledger/verify.ts'
import type { Services } from '../services.ts'
import { endSessions } from '../sessions/session.ts'
import { onlyArgument, textFlag, UsageProblem } from './operators.ts'

const night = 24 * 3600
const shown = 50

/** The commands about people, messages and the ledger; withdrawals have their own file. */
export const registerOps: Register = (_app, services) => {
  const { operators, database, jobs, config, now } = services

  operators.command({
    name: 'outbox',
    usage: '[--to <number or e-mail>]',
    says: 'Messages of the last day, newest last, with their codes',
    async run(input) {
      const to = textFlag(input, 'to')
      let query = database.read.selectFrom('outbox').selectAll().where('state', '<>', 'suppressed')
      if (to !== undefined) query = query.where('dest', '=', destOf(to))
      const rows = await query.orderBy('id', 'desc').limit(shown).execute()
      return rows
        .reverse()
        .map(row => ({
          code: row.vars.code ?? null,
          to: row.dest,
          template: row.template,
          channel: row.channel,
          lang: row.lang,
          state: row.state,
          created_at: row.created_at.toISOString(),
        }))
    },
  })

  operators.command({
    name: 'user disable',
    usage: '<user id>',
    says: 'Disables an account and ends its sessions',
    run: async input => setStatus(services, onlyArgument(input, 'user id'), 'disabled'),
  })
  operators.command({
    name: 'user enable',
    usage: '<user id>',
    says: 'Lets a disabled account in again',
    run: async input => setStatus(services, onlyArgument(input, 'user id'), 'active'),
  })

  operators.command({
    name: 'ledger:verify',
    usage: '',
    says: 'Proves the invariants of the ledger; a failure pauses withdrawals',
    run: async () => verifyAndPause(services),
  })
  jobs.every('ledger.verify.nightly', night, tx =>
    jobs.enqueue(tx, { kind: 'ledger.verify', uniqueKey: 'ledger.verify' }),
  )
  jobs.handle('ledger.verify', { run: async () => void (await verifyAndPause(services)) })
  if (database.engine.dump && config.databaseUrl === null) {
    jobs.handle('database.dump', { run: async () => void (await keepDump(database.engine, config.dataDir)) })
    jobs.every('database.dump.nightly', night, tx =>
      jobs.enqueue(tx, {
        kind: 'database.dump',
        uniqueKey: 'database.dump',
        runAt: new Date(now().getTime() + 3_600_000),
      }),
    )
  }

  operators.command({
    name: 'audit',
    usage: '',
    says: 'What operators did, newest last',
    async run() {
      const rows = await database.read.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(shown).execute()
      return rows
        .reverse()
        .map(row => ({
          at: row.created_at.toISOString(),
          by: row.actor,
          action: row.action,
          target: row.target,
          detail: row.detail,
        }))
    },
  })

  operators.command({
    name: 'demo:user',
    usage: '[--coin <minor units>]',
    says: 'Makes a demonstration person with coin, through real postings; never in production',
    async run(input) {
      if (config.production) throw new Refusal('forbidden')
      const coin = textFlag(input, 'coin') ?? '500000'
      if (!/^[1-9][0-9]{0,14}$/.test(coin))
        throw new UsageProblem('--coin needs whole minor units: 500000 is 5,000.00 Ad Coin')
      return makeDemoPerson(services, BigInt(coin), input.by)
    },
  })
}

/** As it is stored: `+52 55 1234 5678` and `+525512345678` are one number. */
export function destOf(to: string): string {
  if (to.includes('@')) return to.trim().toLowerCase()
  return `+${to.replace(/\D/g, '').replace(/^00/, '')}`
}

async function setStatus({ database, now }: Services, publicId: string, status: 'active' | 'disabled') {
  return database.transaction(async tx => {
    const row = await tx
      .updateTable('app_user')
      .set({ status })
      .where('public_id', '=', publicId)
      .where('is_system', '=', false)
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    if (status === 'disabled') await endSessions(tx, row.id, 'disabled', now())
    return { user_id: publicId, status }
  })
}

async function verifyAndPause(services: Services): Promise<LedgerReport> {
  return verifyWholeLedger(services.database, async (tx, report) => {
    if (!report.ok) await pause(services, tx, report)
  })
}

async function pause({ log, now }: Services, tx: Transaction, report: LedgerReport): Promise<void> {
  log.error(
    {
      failed: report.checks
        .filter(check => !check.ok)
        .map(check => `${check.name}: ${check.first ?? ''}`)
        .join('; '),
    },
    'the ledger did not verify; withdrawals are paused',
  )
  await tx
    .insertInto('service_setting')
    .values({ key: pausedKey, value: 'true', updated_at: now() })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value: 'true', updated_at: now() }))
    .execute()
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
