import { readTextFlag } from '../operators/operators.ts'
import type { Services } from '../services.ts'

const shown = 50

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
      }))
    },
  })
}

/** Returns the stored form: `+52 55 1234 5678` and `+525512345678` are one number. */
export function parseDestination(to: string): string {
  if (to.includes('@')) return to.trim().toLowerCase()
  return `+${to.replace(/\D/g, '').replace(/^00/, '')}`
}
