import type { FastifyInstance } from 'fastify'
import { defaultLanguage, isApiCode } from '@adcoin/contract'
import type { Jobs } from '../jobs/jobs.ts'
import { codeLife, type MessageTemplate, sendMessageJobs } from './messages.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Providers } from '../providers/provider.ts'
import { writeServiceText } from '../refusals/languages.ts'

const keptInOutboxMs = 24 * 3_600_000

/** Sends messages after the commit that wrote them, and forgets them after a day. */
export function registerMessages(_app: FastifyInstance, services: MessageNeeds & { readonly jobs: Jobs }): void {
  for (const channel of ['sms', 'email'] as const)
    services.jobs.handle(
      sendMessageJobs[channel],
      { run: payload => sendMessage(services, BigInt(String(payload.id))) },
      channel,
    )
  services.jobs.every(
    'message.sweep',
    3600,
    async tx => {
      await tx
        .deleteFrom('outbox')
        .where('created_at', '<', new Date(services.now().getTime() - keptInOutboxMs))
        .execute()
    },
    'slow',
  )
}

type MessageNeeds = {
  readonly database: Database
  readonly providers: Providers
  readonly config: Config
  readonly now: () => Date
}

/**
 * Sends a message of the outbox. Without a provider it stays there, for an operator to read, one day. A code that has
 * expired is not sent.
 */
async function sendMessage({ database, providers, config, now }: MessageNeeds, id: bigint): Promise<void> {
  const row = await database.read
    .selectFrom('outbox')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (!row) return
  const provider = row.channel === 'sms' ? providers.sms : providers.email
  const end = (state: 'sent' | 'failed', reference: string | null): Promise<unknown> =>
    database.transaction(async tx =>
      tx
        .updateTable('outbox')
        .set({
          state,
          sent_at: state === 'sent' ? now() : null,
          provider_ref: reference,
          attempts: row.attempts + 1,
          // A code is not kept once it was sent or has expired.
          ...(provider ? { vars: '{}' } : {}),
        })
        .where('id', '=', row.id)
        .where('state', '=', 'pending')
        .execute(),
    )
  const isCode = row.vars.code !== undefined
  if (isCode && now().getTime() - row.created_at.getTime() >= codeLife * 1000) return void (await end('failed', null))
  const language = isApiCode(row.lang) ? row.lang : defaultLanguage
  const text = writeServiceText(language, `message.${row.template as MessageTemplate}`, row.vars)
  // The last line lets a phone fill the code in for this site only (WebOTP).
  const bound =
    isCode && row.channel === 'sms' ? `${text}\n\n@${new URL(config.publicUrl).hostname} #${row.vars.code}` : text
  const message = {
    dest: row.dest,
    subject: writeServiceText(language, isCode ? 'message.subject_code' : 'message.subject_notice'),
    text: bound,
    reference: `adcoin-${row.id}`,
  }
  await end('sent', provider ? await provider.send(message) : null)
}
