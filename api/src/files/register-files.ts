import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import type { FileStore } from '../storage/file-store.ts'
import { limits } from './limits.ts'
import { serveFiles } from './serve-files.ts'
import { sweepUnused } from './unused-files.ts'
import { serveUpload } from './upload.ts'

/** Uploads, and the two ways to look at a file: one's own (or an avatar), and the pictures of the tasks. */
export async function registerFiles(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async scope => {
    await scope.register(multipart, {
      limits: {
        files: 1,
        fields: 1,
        parts: 2,
        fileSize: limits.videoBytes + 1,
        fieldSize: 64,
        fieldNameSize: 64,
        headerPairs: 20,
      },
    })
    serveUpload(scope, services)
  })
  serveFiles(app, services)
  sweepUnused(services)
  await sweepRegularly(app, services.files)
}

/** Removes the leftovers of killed processes within the hour. */
async function sweepRegularly(app: FastifyInstance, store: FileStore): Promise<void> {
  const sweep = () => store.sweep(new Date(Date.now() - halfHourMs))
  await sweep()
  const timer = setInterval(
    () => void sweep().catch(error => app.log.warn({ err: error }, 'half received files could not be swept')),
    halfHourMs,
  ).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
const halfHourMs = 1_800_000
