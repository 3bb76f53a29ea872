import { keepDump } from '../database/embedded-folder.ts'
import type { Transaction } from '../database/database.ts'
import { verifyWholeLedger, type LedgerReport } from '../ledger/verify.ts'
import type { Services } from '../services.ts'
import { pauseWithdrawals } from '../wallet/pause.ts'

const night = 24 * 3600

/**
 * Deletes expired rows every hour: codes, tickets, idempotency keys, limit windows, old sessions, processed webhooks.
 */
export function sweepRegularly({ jobs, now }: Services): void {
  jobs.every(
    'sweep',
    3600,
    async tx => {
      const before = (ms: number): Date => new Date(now().getTime() - ms)
      await tx.deleteFrom('verify_code').where('expires_at', '<', before(kept.codes)).execute()
      await tx.deleteFrom('verify_ticket').where('expires_at', '<', before(kept.tickets)).execute()
      await tx.deleteFrom('idempotency').where('created_at', '<', before(kept.idempotency)).execute()
      await tx.deleteFrom('rate_bucket').where('window_start', '<', before(kept.windows)).execute()
      await tx.deleteFrom('provider_event').where('received_at', '<', before(kept.providerEvents)).execute()
      await tx.deleteFrom('session').where('expires_at', '<', before(kept.sessions)).execute()
    },
    'slow',
  )
}

/** Verifies the ledger every night and on request; a failed check pauses withdrawals. */
export function verifyNightly(services: Services): void {
  const { operators, jobs } = services
  operators.command({
    name: 'ledger:verify',
    usage: '',
    help: 'Verifies the invariants of the ledger; a failed check pauses withdrawals',
    page: 'act',
    run: async () => verifyAndPause(services),
  })
  jobs.every('ledger.verify.nightly', night, tx =>
    jobs.enqueue(tx, { kind: 'ledger.verify', uniqueKey: 'ledger.verify' }),
  )
  jobs.handle('ledger.verify', { run: async () => void (await verifyAndPause(services)) }, 'slow')
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
    'a check of the ledger failed; withdrawals are paused',
  )
  await pauseWithdrawals(tx, true, now())
}

const hourMs = 3_600_000

/** Dumps the embedded database every night; a PostgreSQL server has its operators' own backups. */
export function keepDumps({ jobs, database, config, now }: Services): void {
  if (database.engine.dump && config.databaseUrl === null) {
    jobs.handle('database.dump', { run: async () => void (await keepDump(database.engine, config.dataDir)) }, 'slow')
    jobs.every('database.dump.nightly', night, tx =>
      jobs.enqueue(tx, {
        kind: 'database.dump',
        uniqueKey: 'database.dump',
        runAt: new Date(now().getTime() + hourMs),
      }),
    )
  }
}

const dayMs = 24 * hourMs
/** Longer than each row is valid. Idempotency keys: 48 h. Source: reference-api.md 2.6. */
const kept = {
  codes: 2 * dayMs,
  tickets: dayMs,
  idempotency: 2 * dayMs,
  windows: 2 * dayMs,
  sessions: 90 * dayMs,
  providerEvents: dayMs,
} as const
