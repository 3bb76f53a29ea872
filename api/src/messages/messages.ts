import type { ApiCode } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import type { Channel } from '../database/column-types.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { allMessages } from '../refusals/languages.ts'

type NameOf<Key> = Key extends `message.${infer Name}` ? Name : never
/** A sentence of the service that is sent. */
export type MessageTemplate = Exclude<NameOf<keyof typeof allMessages.en_US.texts>, 'subject_code' | 'subject_notice'>

type Message = {
  readonly channel: Channel
  /** E.164 or a normalised e-mail. */
  readonly dest: string
  readonly template: MessageTemplate
  readonly language: ApiCode
  readonly vars?: Readonly<Record<string, string>>
  /** Written down, never sent: the work is the same for a destination without an account. */
  readonly isSuppressed?: boolean
}

/** Seconds that a code is good for; its message is not sent later. Source: rulings.md R11. */
export const codeLife = 300

export type Messages = {
  /** Puts a message in the outbox, in the transaction of its event; a job sends it after the commit. */
  send(tx: Transaction, message: Message): Promise<void>
}

/** A kind for each channel, so that one provider that hangs delays no message of the other. */
export const sendMessageJobs = { sms: 'message.send.sms', email: 'message.send.email' } as const

export function createMessages(jobs: Jobs, now: () => Date): Messages {
  return {
    async send(tx, { channel, dest, template, language, vars = {}, isSuppressed = false }) {
      const { id } = await tx
        .insertInto('outbox')
        .values({
          channel,
          dest,
          template,
          lang: language,
          vars: JSON.stringify(vars),
          ...(isSuppressed ? { state: 'suppressed' as const } : {}),
          created_at: now(),
          provider_ref: null,
          sent_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await jobs.enqueue(tx, { kind: sendMessageJobs[channel], payload: { id: String(id) } })
    },
  }
}
