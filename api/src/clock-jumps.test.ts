// @postgres
import { randomUUID } from 'node:crypto'
import {
  balance,
  changePayPassword,
  getSetting,
  registerVerifyMobile,
  reportVisits,
  sendRegisterCodeMobile,
  setPasswordMobile,
  userPaywayList,
} from '@adcoin/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freezeWithdrawals } from './accounts/security-change.ts'
import { createSteadyClock } from './clock.ts'
import { isSignedLink, linkPrivateFile } from './files/file-links.ts'
import { createTraffic } from './http/traffic.ts'
import { claimJobs } from './jobs/job-row.ts'
import { createLog } from './log.ts'
import { createCircuit, NoAnswer } from './providers/circuit.ts'
import { isAskDue } from './providers/ask-again-at.ts'
import {
  expectOk,
  goodPassword,
  goodPayPassword,
  newMobile,
  prepareToWithdraw,
  register,
  type RegisteredPerson,
} from './testing/accounts.ts'
import { beginRecurring } from './testing/people.ts'
import { startTestService, type TestService } from './testing/start-service.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const jumps = { '+1 h': hour, '-1 h': -hour, '+1 day': day, '-1 day': -day, '+1 year': 365 * day }

let service: TestService
beforeAll(async () => void (service = await startTestService({ env: { OPERATORS_SECRET: secret } })), 60_000)
afterAll(() => service.stop())
const secret = 'a-secret-of-operators-that-nobody-guesses'

const read = () => service.services.database.read
const now = () => service.services.now()
const asked = async () => {
  const number = { mobile_sag: '+52', mobile: newMobile() }
  expectOk(await service.ask(sendRegisterCodeMobile, number))
  return { ...number, verify_code: await service.codeFor(`+52${number.mobile}`) }
}
const judge = async (name: 'one' | 'two') =>
  (
    await service.app.inject({
      ...{ method: 'POST', url: '/operators/health/judge', headers: { authorization: `Bearer ${secret}` } },
      payload: { id: (name === 'one' ? '0' : '1').repeat(16), name, releases: [] },
    })
  ).json<{ isMine: boolean }>().isMine

/**
 * What is written in the wrong minute; its period; and what must be true two periods after the minute, when nothing of
 * it may count any more.
 */
type Row = readonly [
  what: string,
  periodMs: number,
  during: (ana: RegisteredPerson) => Promise<() => Promise<unknown>>,
  expected: unknown,
]

const rows: readonly Row[] = [
  ...(['assignment.expire', 'sweep', 'message.sweep', 'files.sweep', 'inbox.sweep'] as const).map((kind, nth): Row => [
    `job.run_at of ${kind}`,
    [30_000, hour, hour, hour, day][nth] ?? 0,
    async () => {
      await beginRecurring(service, kind)
      await service.services.jobs.runDue()
      const job = () => read().selectFrom('job').select('id').where('kind', '=', kind).executeTakeFirstOrThrow()
      const { id } = await job()
      return async () => {
        await service.services.jobs.runDue()
        return (await job()).id !== id
      }
    },
    true,
  ]),
  [
    'job.run_at of work that is done once',
    day,
    async () => {
      const { database, jobs } = service.services
      const uniqueKey = randomUUID()
      await database.transaction(tx => jobs.enqueue(tx, { kind: 'files.remove', uniqueKey, payload: { keys: [] } }))
      return async () => {
        await jobs.runDue()
        return read().selectFrom('job').select('id').where('unique_key', '=', uniqueKey).execute()
      }
    },
    [],
  ],
  [
    'job.locked_until of a killed service',
    minute,
    async () => {
      const { database, jobs } = service.services
      const uniqueKey = randomUUID()
      await jobs.runDue()
      const runAt = new Date(now().getTime() - 400 * day)
      await database.transaction(tx =>
        jobs.enqueue(tx, { kind: 'files.remove', uniqueKey, runAt, payload: { keys: [] } }),
      )
      await claimJobs(database, ['files.remove'], new Map(), now(), 1)
      return async () => {
        await jobs.runDue()
        return read().selectFrom('job').select('id').where('unique_key', '=', uniqueKey).execute()
      }
    },
    [],
  ],
  [
    'rate_bucket.window_start',
    minute,
    async () => {
      const { verify_code: _, ...number } = await asked()
      return async () => (await service.ask(sendRegisterCodeMobile, number)).code
    },
    0,
  ],
  [
    'a bucket in memory',
    1_000,
    async () => {
      const traffic = createTraffic(now, { perSecond: 1, burst: 1 })
      traffic.take('203.0.113.7')
      return async () => {
        traffic.take('203.0.113.7')
        service.forward(1_000)
        return traffic.take('203.0.113.7')
      }
    },
    0,
  ],
  [
    'verify_code.expires_at',
    5 * minute,
    async () => {
      const code = await asked()
      return async () => (await service.ask(registerVerifyMobile, code)).key
    },
    'code_wrong',
  ],
  [
    'verify_ticket.expires_at',
    15 * minute,
    async () => {
      const { verify_code, ...number } = await asked()
      const { verify_ticket } = expectOk(await service.ask(registerVerifyMobile, { ...number, verify_code }))
      const passwords = { password: goodPassword, confirm_password: goodPassword }
      return async () => (await service.ask(setPasswordMobile, { ...number, verify_ticket, ...passwords })).key
    },
    'ticket_invalid',
  ],
  [
    'session.expires_at',
    30 * day,
    async () => {
      const { token } = await register(service)
      return async () => (await service.ask(getSetting, {}, { token })).key
    },
    'session_expired',
  ],
  [
    'session.last_seen_at',
    10 * minute,
    async ana => {
      await service.services.database.transaction(tx =>
        tx.updateTable('session').set({ last_seen_at: now() }).where('user_id', '=', ana.id).execute(),
      )
      return async () => {
        expectOk(await service.ask(getSetting, {}, ana))
        const { last_seen_at } = await read()
          .selectFrom('session')
          .select('last_seen_at')
          .where('user_id', '=', ana.id)
          .executeTakeFirstOrThrow()
        return last_seen_at <= now()
      }
    },
    true,
  ],
  [
    'app_user.pay_locked_until',
    day,
    async ana => {
      const pay_locked_until = new Date(now().getTime() + day)
      const passwords = { pay_passwd: 'another horse', confirm_pay_passwd: 'another horse' }
      return async () => {
        await prepareToWithdraw(service, ana)
        await service.services.database.transaction(tx =>
          tx.updateTable('app_user').set({ pay_locked_until, pay_fail_count: 5 }).where('id', '=', ana.id).execute(),
        )
        return (await service.ask(changePayPassword, { old_pay_passwd: goodPayPassword, ...passwords }, ana)).code
      }
    },
    0,
  ],
  [
    'app_user.withdraw_frozen_until',
    day,
    async ana => {
      await service.services.database.transaction(tx => freezeWithdrawals(service.services, tx, ana.id))
      return async () => expectOk(await service.ask(balance, { fw: 'true' }, ana)).config?.frozen_until
    },
    null,
  ],
  [
    'user_payway.usable_from',
    day,
    async ana => {
      const usable_from = new Date(now().getTime() + day)
      return async () => {
        await prepareToWithdraw(service, ana)
        await service.services.database.transaction(tx =>
          tx.updateTable('user_payway').set({ usable_from }).where('user_id', '=', ana.id).execute(),
        )
        return expectOk(await service.ask(userPaywayList, {}, ana)).list[0]?.usable_from
      }
    },
    null,
  ],
  [
    'idempotency.created_at: the answer is still kept',
    hour,
    async ana => {
      const { jobs, database } = service.services
      const row = {
        user_id: ana.id,
        route: '/',
        key: randomUUID(),
        request_hash: '',
        response: '{}',
        created_at: now(),
      }
      await database.transaction(tx => tx.insertInto('idempotency').values(row).execute())
      return async () => {
        await beginRecurring(service, 'sweep')
        await jobs.runDue()
        return read().selectFrom('idempotency').select('key').where('user_id', '=', ana.id).execute()
      }
    },
    [expect.anything()],
  ],
  [
    'a signed link',
    day,
    async () => {
      const link = linkPrivateFile(service.services.secrets, 'file', now())
      const query = Object.fromEntries(new URL(link, 'http://localhost').searchParams)
      return async () => isSignedLink(service.services.secrets, 'file', query, now())
    },
    false,
  ],
  [
    'the circuit of a provider',
    15_000,
    async () => {
      const circuit = createCircuit(now)
      const fail = async () => {
        throw new NoAnswer()
      }
      for (let failed = 0; failed < 5; failed += 1) await circuit.run(fail).catch(() => undefined)
      return () => circuit.run(async () => 'asked')
    },
    'asked',
  ],
  [
    'withdrawal.payout_ask_at, bind_account.verify_ask_at',
    hour,
    async ana => {
      const { database } = service.services
      // Any stored time: the rule is of the column's meaning.
      await database.transaction(tx =>
        tx
          .updateTable('app_user')
          .set({ invited_at: new Date(now().getTime() + hour) })
          .where('id', '=', ana.id)
          .execute(),
      )
      const due = () =>
        read().selectFrom('app_user').select('id').where('id', '=', ana.id).where(isAskDue('invited_at', now()))
      return async () => (await due().execute()).length
    },
    1,
  ],
  [
    'health_judge.looked_at',
    30_000,
    async () => {
      await judge('one')
      return () => judge('two')
    },
    true,
  ],
  [
    'health_minute.minute',
    hour,
    async () => {
      const visits = [{ app: 'remote-team', release: '1.0.0-0123456789ab', ms: 900, path: '/team' }]
      await service.ask(reportVisits, { generation: 3, browser: randomUUID().slice(0, 8).repeat(2), visits })
      return async () => {
        await beginRecurring(service, 'health.forget')
        await service.services.jobs.runDue()
        return read().selectFrom('health_minute').select('minute').where('minute', '>', now()).execute()
      }
    },
    [],
  ],
]

describe.each(Object.entries(jumps))('written while the clock was wrong by %s', (_, jumpMs) => {
  it.each(rows)('%s', async (_what, periodMs, during, expected) => {
    const ana = await register(service)
    service.forward(jumpMs)
    const after = await during(ana).finally(() => service.forward(-jumpMs))
    service.forward(2 * periodMs + minute)
    expect(await after()).toEqual(expected)
  })
})

it('/readyz names a clock that differs from the database’s, and the log does once', async () => {
  const logged: unknown[] = []
  const log = createLog('silent')
  log.warn = ((details: { clock?: string }) => void (details.clock && logged.push(details))) as typeof log.warn
  const other = await startTestService({ log })
  const clock = async () => {
    const { statusCode, body } = await other.app.inject('/readyz')
    return [statusCode, (JSON.parse(body) as { clock?: string }).clock]
  }
  expect(await clock()).toEqual([200, undefined])
  other.forward(-300_000)
  expect([await clock(), await clock()]).toEqual(Array(2).fill([200, expect.stringMatching(/^(299|300) s behind/)]))
  other.forward(600_000)
  expect(await clock()).toEqual([200, expect.stringMatching(/^(300|301) s ahead of the database$/)])
  other.forward(-300_000)
  expect([await clock(), logged.length]).toEqual([[200, undefined], 1])
  await other.stop()
}, 60_000)

describe('the clock of the service', () => {
  function machine() {
    let [wall, elapsed] = [Date.UTC(2026, 10, 28), 0]
    const start = wall
    const clock = createSteadyClock(
      { warn: () => undefined },
      () => wall,
      () => elapsed,
    )
    return {
      pass: (ms: number) => void ((wall += ms), (elapsed += ms)),
      jump: (ms: number) => void (wall += ms),
      /** Seconds since the start, as the service sees it. */
      read: () => (clock().getTime() - start) / 1000,
    }
  }

  it.each(Object.entries(jumps))('goes on during a minute that is wrong by %s', (_, jumpMs) => {
    const { pass, jump, read: seen } = machine()
    for (let twice = 0; twice < 2; twice += 1) {
      jump(jumpMs)
      expect(seen()).toBe(twice * 660)
      pass(minute)
      expect(seen()).toBe(twice * 660 + 60)
      jump(-jumpMs)
      pass(10 * minute)
      expect(seen()).toBe((twice + 1) * 660)
    }
  })

  it('believes a correction of seconds at once, and a jump that stays after two minutes', () => {
    const { pass, jump, read: seen } = machine()
    jump(-5_000)
    expect(seen()).toBe(-5)
    jump(hour)
    expect(seen()).toBe(-5)
    pass(2 * minute)
    expect(seen()).toBe(3600 + 115)
  })
})
