import { sql } from 'kysely'
import type { Database, Queries, Transaction } from '../database/database.ts'

export type LedgerReport = {
  readonly ok: boolean
  readonly transactions: number
  readonly entries: number
  readonly checks: readonly {
    readonly name: string
    readonly ok: boolean
    readonly wrong: number
    readonly first: string | null
  }[]
}

/**
 * Proves the invariants of the whole ledger: it sums to zero, every stored balance is the sum of its entries, none is
 * negative, no transaction has fewer than two legs or does not balance, and what is held equals the open withdrawals of
 * each person.
 */
export async function verifyLedger(db: Queries): Promise<LedgerReport> {
  const checks = []
  for (const { name, query } of invariants) {
    const { rows } = await query.execute(db)
    checks.push({ name, ok: rows.length === 0, wrong: rows.length, first: rows[0]?.what ?? null })
  }
  const size = await sql<{
    transactions: bigint
    entries: bigint
  }>`SELECT (SELECT count(*) FROM ledger_txn) AS transactions, (SELECT count(*) FROM ledger_entry) AS entries`.execute(
    db,
  )
  return {
    ok: checks.every(check => check.ok),
    transactions: Number(size.rows[0]?.transactions ?? 0n),
    entries: Number(size.rows[0]?.entries ?? 0n),
    checks,
  }
}

/** The same without the time limit of a statement: a large ledger takes longer than any call may. */
export function verifyWholeLedger(
  database: Database,
  then: (tx: Transaction, report: LedgerReport) => Promise<void> = async () => undefined,
): Promise<LedgerReport> {
  return database.transaction(async tx => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx)
    const report = await verifyLedger(tx)
    await then(tx, report)
    return report
  })
}

const wrong = sql<{ what: string }>
const invariants = [
  {
    name: 'everything sums to zero',
    query: wrong`
    SELECT currency || ' ' || sum(amount) AS what FROM ledger_entry
     GROUP BY currency HAVING sum(amount) <> 0 LIMIT 100`,
  },
  {
    name: 'every transaction balances and has two legs or more',
    query: wrong`
    SELECT 'transaction ' || t.id AS what FROM ledger_txn t LEFT JOIN ledger_entry e ON e.txn_id = t.id
     GROUP BY t.id HAVING count(e.id) < 2 OR sum(e.amount) <> 0 LIMIT 100`,
  },
  {
    name: 'every balance is the sum of its entries',
    query: wrong`
    SELECT 'account ' || a.id AS what FROM ledger_account a LEFT JOIN ledger_entry e ON e.account_id = a.id
     WHERE a.tracks_balance GROUP BY a.id HAVING a.balance <> coalesce(sum(e.amount), 0) LIMIT 100`,
  },
  {
    name: 'no balance is negative',
    query: wrong`SELECT 'account ' || id AS what FROM ledger_account WHERE balance < 0 LIMIT 100`,
  },
  {
    name: 'what is held equals the open withdrawals',
    query: wrong`
    SELECT 'user ' || coalesce(h.user_id, w.user_id) AS what
      FROM (SELECT user_id, balance FROM ledger_account WHERE kind = 'held') h
      FULL JOIN (SELECT user_id, sum(amount) AS open FROM withdrawal
                  WHERE status IN ('submitted', 'awaiting_approval') GROUP BY user_id) w ON w.user_id = h.user_id
     WHERE coalesce(h.balance, 0) <> coalesce(w.open, 0) LIMIT 100`,
  },
] as const
