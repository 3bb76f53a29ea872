import type { Call } from '@adcoin/contract'
import type { Register } from '../app.ts'
import { openApiOf } from './openapi.ts'

/** `/docs/` and `/docs/openapi.json`, in development only; the gateway of `npm start` passes them on. */
export const registerDocs: Register = (app, { config }) => {
  if (config.production) return
  app.get('/docs/openapi.json', async () => openApiOf(app.servedCalls))
  app.get('/docs', async (_request, reply) => reply.redirect('/docs/'))
  app.get('/docs/', async (_request, reply) => reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'").send(pageOf(app.servedCalls)))
}

function pageOf(calls: readonly Call[]): string {
  const description = openApiOf(calls) as { paths: Record<string, Record<string, unknown>> }
  const rows = [...calls].sort((a, b) => a.path.localeCompare(b.path)).map(call => `<details><summary><b>${call.method}</b> <code>${call.path}</code> ${call.access === 'private' ? '· session' : ''} ${call.origin === 'addition' ? '· addition' : ''} ${call.idempotency === 'none' ? '' : `· Idempotency-Key ${call.idempotency}`}</summary><pre>${escaped(JSON.stringify(description.paths[call.path]?.[call.method.toLowerCase()], null, 2))}</pre></details>`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Ad Coin API</title>
<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}summary{padding:.5rem 0;cursor:pointer}pre{overflow:auto;background:#f4f4f2;padding:1rem}</style>
<h1>Ad Coin API</h1><p>${calls.length} calls. The same as <a href="/docs/openapi.json">OpenAPI 3.1</a>.</p>${rows.join('\n')}</html>`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
