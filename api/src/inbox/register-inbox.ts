import type { FastifyInstance } from 'fastify'
import type { Frame } from '../http/frame.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { serveInboxCalls } from './inbox-calls.ts'
import { serveStream } from './serve-stream.ts'

const keptMs = 365 * 86_400_000

/** The inbox of a person: written by all modules above, listed, read and streamed here, removed after a year. */
export function registerInbox(app: FastifyInstance, services: Frame & { readonly jobs: Jobs }): void {
  serveInboxCalls(app, services)
  serveStream(app, services)
  services.jobs.every('inbox.sweep', 86_400, async tx => {
    await tx
      .deleteFrom('inbox_item')
      .where('created_at', '<', new Date(services.now().getTime() - keptMs))
      .execute()
  })
}
