import type { FastifyInstance } from 'fastify'
import type { Jobs } from '../jobs/jobs.ts'
import { sendMessageJobs } from './messages.ts'
import { sendMessage, type MessageNeeds } from './send-message.ts'

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
