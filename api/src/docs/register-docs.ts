import type { Register } from '../services.ts'
import { openApiOf } from './openapi.ts'
import { pageOf } from './page.ts'

/** `/docs/` and `/docs/openapi.json`, in development only; the gateway of `npm start` passes them on. */
export const registerDocs: Register = (app, { config }) => {
  if (config.production) return
  app.get('/docs/openapi.json', async () => openApiOf(app.servedCalls))
  app.get('/docs', async (_request, reply) => reply.redirect('/docs/'))
  app.get('/docs/', async (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .send(pageOf(app.servedCalls)),
  )
}
