import { defaultLanguage, isApiCode } from '@adcoin/contract'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Providers } from '../providers/provider.ts'
import { serviceText } from '../refusals/languages.ts'
import type { MessageTemplate } from './messages.ts'

export type MessageNeeds = {
  readonly database: Database
  readonly providers: Providers
  readonly config: Config
  readonly now: () => Date
}

/** Sends what stands in the outbox. Without a provider it stays there, for an operator to read, one day. */
export async function sendMessage({ database, providers, config, now }: MessageNeeds, id: bigint): Promise<void> {
  const row = await database.read
    .selectFrom('outbox')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (!row) return
  const provider = row.channel === 'sms' ? providers.sms : providers.email
  const language = isApiCode(row.lang) ? row.lang : defaultLanguage
  const template = row.template as MessageTemplate
  const text = serviceText(language, `message.${template}`, row.vars)
  const isCode = row.vars.code !== undefined
  // The last line lets a phone fill the code in for this site only (WebOTP).
  const bound =
    isCode && row.channel === 'sms' ? `${text}\n\n@${new URL(config.publicUrl).hostname} #${row.vars.code}` : text
  const reference = provider
    ? await provider.send({
        dest: row.dest,
        subject: serviceText(language, isCode ? 'message.subject_code' : 'message.subject_notice'),
        text: bound,
        reference: `adcoin-${row.id}`,
      })
    : null
  await database.transaction(async tx =>
    tx
      .updateTable('outbox')
      // A code that was sent is nobody's business any more.
      .set({
        state: 'sent',
        sent_at: now(),
        provider_ref: reference,
        attempts: row.attempts + 1,
        ...(provider ? { vars: '{}' } : {}),
      })
      .where('id', '=', row.id)
      .where('state', '=', 'pending')
      .execute(),
  )
}
