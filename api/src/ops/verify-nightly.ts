import type { Transaction } from '../database/database.ts'
import { verifyWholeLedger, type LedgerReport } from '../ledger/verify.ts'
import type { Services } from '../services.ts'
import { pauseWithdrawals } from '../wallet/pause.ts'

const night = 24 * 3600

/** Proves the ledger every night and when an operator asks; one that does not hold stops withdrawals. */
export function verifyNightly(services: Services): void {
  const { operators, jobs } = services
  operators.command({
    name: 'ledger:verify',
    usage: '',
    says: 'Proves the invariants of the ledger; a failure pauses withdrawals',
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
    'the ledger did not verify; withdrawals are paused',
  )
  await pauseWithdrawals(tx, true, now())
}
