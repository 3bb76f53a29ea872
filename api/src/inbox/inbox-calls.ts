import { inboxList, inboxRead } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { limitOf, makeCursor, pageFrom, readCursor } from '../http/cursor.ts'
import type { Frame } from '../http/frame.ts'
import { serve } from '../http/serve.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { itemOnWire, unreadOf } from './inbox-row.ts'

const number = /^[1-9][0-9]{0,17}$/

/** The list of what happened to the person, and what of it was read. */
export function serveInboxCalls(app: FastifyInstance, { database, secrets, now }: Frame): void {
  serve(app, inboxList, async ({ input, person, language }) => {
    const of = { list: 'inbox', person: person.id, filter: '' }
    const limit = limitOf(input)
    const before = readCursor(secrets, of, input.cursor)
    let query = database.read.selectFrom('inbox_item').selectAll().where('user_id', '=', person.id)
    if (before !== undefined) query = query.where('seq', '<', before)
    const rows = await query
      .orderBy('seq', 'desc')
      .limit(limit + 1)
      .execute()
    const page = pageFrom(
      rows,
      limit,
      row => row.seq,
      seq => makeCursor(secrets, of, seq),
      row => itemOnWire(row, language),
    )
    return { ...page, unread: await unreadOf(database.read, person.id) }
  })

  serve(app, inboxRead, async ({ input, person, transact }) => {
    if (!number.test(input.id)) throw invalid('id')
    const seq = BigInt(input.id)
    return transact(async tx => {
      const known = await tx
        .selectFrom('inbox_item')
        .select('seq')
        .where('user_id', '=', person.id)
        .where('seq', '=', seq)
        .executeTakeFirst()
      if (!known) throw new Refusal('not_found')
      await tx
        .updateTable('inbox_item')
        .set({ read_at: now() })
        .where('user_id', '=', person.id)
        .where('seq', input.older ? '<=' : '=', seq)
        .where('read_at', 'is', null)
        .execute()
      return { unread: await unreadOf(tx, person.id) }
    })
  })
}
