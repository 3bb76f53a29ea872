import { sql } from 'kysely'
import { readOnlyArgument, readTextFlag } from '../operators/operators.ts'
import type { Services } from '../services.ts'

const shown = 50
/** An index would stop writers while it is built, so the newest rows are read. */
const searched = 1_000_000

/** The service's records: sent messages, and operators' actions. */
export function recordCommands({ operators, database, config }: Services): void {
  operators.command({
    name: 'outbox',
    usage: '[--to <number or e-mail>]',
    help: 'Lists the messages of the last day with their codes, newest last',
    takesContact: true,
    // The page shows people's codes in development only.
    ...(config.production ? {} : { page: 'look' as const }),
    async run(input) {
      const to = readTextFlag(input, 'to')
      let query = database.read.selectFrom('outbox').selectAll().where('state', '<>', 'suppressed')
      if (to !== undefined) query = query.where('dest', '=', parseDestination(to))
      const rows = await query.orderBy('id', 'desc').limit(shown).execute()
      return rows.reverse().map(row => ({
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
    name: 'audit',
    usage: '',
    help: 'Lists the actions of operators, newest last',
    page: 'look',
    async run() {
      const rows = await database.read.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(shown).execute()
      return rows.reverse().map(row => ({
        at: row.created_at.toISOString(),
        by: row.actor,
        action: row.action,
        target: row.target,
        detail: row.detail,
        request: row.request_id,
      }))
    },
  })

  addRequestCommand({ operators, database })
}

/** The command lists what one request and its jobs did. */
function addRequestCommand({ operators, database }: Pick<Services, 'operators' | 'database'>): void {
  operators.command({
    name: 'request',
    usage: '<request id>',
    help: 'Lists what one request and its jobs did: ledger transactions and acts of operators',
    async run(input) {
      const id = readOnlyArgument(input, 'request id')
      const [transactions, acts] = await Promise.all([
        database.read
          .selectFrom('ledger_txn')
          .selectAll()
          .where('request_id', '=', id)
          .where('id', '>', sql<bigint>`(SELECT coalesce(max(id), 0) - ${searched} FROM ledger_txn)`)
          .orderBy('id')
          .execute(),
        database.read
          .selectFrom('audit_log')
          .selectAll()
          .where('request_id', '=', id)
          .where('id', '>', sql<bigint>`(SELECT coalesce(max(id), 0) - ${searched} FROM audit_log)`)
          .orderBy('id')
          .execute(),
      ])
      return [
        ...transactions.map(row => ({
          at: row.created_at.toISOString(),
          what: `ledger ${row.kind}`,
          target: `${row.ref_type} ${row.ref_id}`,
          by: 'request',
        })),
        ...acts.map(row => ({ at: row.created_at.toISOString(), what: row.action, target: row.target, by: row.actor })),
      ]
    },
  })
}

/** Returns the stored form: `+52 55 1234 5678` and `+525512345678` are one number. */
export function parseDestination(to: string): string {
  if (to.includes('@')) return to.trim().toLowerCase()
  return `+${to.replace(/\D/g, '').replace(/^00/, '')}`
}
