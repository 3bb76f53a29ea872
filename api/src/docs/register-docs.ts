import { errorCodes, type Call } from '@adcoin/contract'
import { allMessages } from '../refusals/languages.ts'
import { jsonSchemaOf, type JsonSchema, openApiOf } from './openapi.ts'
import type { Register } from '../services.ts'

/** The calls for people: what each takes and answers, as one reads a type, and what the codes mean. No script. */
function pageOf(calls: readonly Call[]): string {
  const entries = calls.toSorted((one, other) => one.path.localeCompare(other.path)).map(entryOf)
  const codes = Object.entries(errorCodes).map(
    ([key, code]) =>
      `<tr><td>${code}<td><code>${key}</code><td>${escaped(allMessages.en_US.errors[key as keyof typeof errorCodes])}`,
  )
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>Ad Coin API</title>\n<style>${style}</style>`,
    `<h1>Ad Coin API</h1><p>${calls.length} calls.`,
    'Every answer is <code>{code, msg, data}</code> with HTTP 200.',
    'The same for machines: <a href="/docs/openapi.json">OpenAPI 3.1</a>.</p>',
    ...entries,
    '<h2>Codes</h2><p><code>data</code> of a refusal: <code>fields</code> names what is wrong and how,',
    '<code>retry_after</code> the seconds to wait.</p>',
    `<table>${codes.join('\n')}</table></html>`,
  ].join('\n')
}

function entryOf(call: Call): string {
  const marks = [
    call.access === 'private' ? ' · session' : '',
    call.origin === 'addition' ? ' · addition' : '',
    call.idempotency === 'none' ? '' : ` · Idempotency-Key ${call.idempotency}`,
  ]
  return [
    `<details><summary><b>${call.method}</b> <code>${call.path}</code>${marks.join('')}</summary>`,
    `<h3>${inputOf(call)}</h3><pre>${escaped(textOf(jsonSchemaOf(call.request)))}</pre>`,
    `<h3>Data of the answer</h3><pre>${escaped(textOf(jsonSchemaOf(call.response)))}</pre></details>`,
  ].join('\n')
}

/** Position of a call's input. */
function inputOf({ method, path }: Call): string {
  if (method === 'GET') return 'Query'
  return path === '/app/upload' ? 'Form' : 'Body'
}

const style = [
  'body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}',
  'summary{padding:.5rem 0;cursor:pointer}h3{margin:.5rem 0;font-size:1rem}',
  'pre{overflow:auto;overflow-wrap:normal;background:#f4f4f2;padding:1rem;margin:0}',
  'td{padding:.2rem 1rem .2rem 0;vertical-align:top}',
].join('')

const rules = ['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'format'] as const

/** `{ amount: string (pattern ^[1-9]…), fields?: { … } }` */
function textOf(schema: JsonSchema, indent = ''): string {
  const several = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined
  if (several) return several.map(one => textOf(one, indent)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  const limits = rules.filter(rule => rule in schema).map(rule => `${rule} ${String(schema[rule])}`)
  return limits.length > 0 ? `${typeOf(schema, indent)} (${limits.join(', ')})` : typeOf(schema, indent)
}

function typeOf({ type, properties, required, items, additionalProperties }: JsonSchema, indent: string): string {
  if (type === 'array') return `list of ${textOf(items as JsonSchema, indent)}`
  if (type !== 'object') return String(type ?? 'anything')
  const deeper = `${indent}  `
  const names = Object.entries((properties ?? {}) as Record<string, JsonSchema>)
  if (names.length === 0)
    return typeof additionalProperties === 'object'
      ? `{ name: ${textOf(additionalProperties as JsonSchema, deeper)} }`
      : '{}'
  const isRequired = (name: string) => ((required ?? []) as readonly string[]).includes(name)
  const lines = names.map(([name, field]) => `${deeper}${name}${isRequired(name) ? '' : '?'}: ${textOf(field, deeper)}`)
  return ['{', ...lines, `${indent}}`].join('\n')
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

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
