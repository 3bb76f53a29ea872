import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import * as contract from '@adcoin/contract'
import { errorCodes, type Call } from '@adcoin/contract'
import { allMessages } from '../refusals/languages.ts'

export type JsonSchema = { readonly [key: string]: unknown }

/** Rules in code: the service checks them, JSON Schema cannot express them. */
const checkedByCode = ['check', 'partial_check', 'raw_check', 'transform', 'raw_transform', 'trim']

/**
 * A contract schema as JSON Schema 2020-12: what is sent. An unknown kind of schema or rule is an error, so that none
 * goes undescribed.
 */
export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...described } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'throw',
    ignoreActions: checkedByCode,
    // The only schema of our own is the file of an upload.
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema.type === 'custom' ? { type: 'string', format: 'binary' } : undefined,
  })
  return described
}

/** The calls as OpenAPI 3.1, from the same schemas that check them. */
export function openApiOf(calls: readonly Call[]): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ad Coin',
      version: '1.0.0',
      contact: { name: 'See SECURITY.md of the repository' },
      description:
        'Every answer is an envelope {code, msg, data} with HTTP 200; code 0 is success, 401 ends the session. Transport faults carry their HTTP status and the same envelope.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(calls.map(tagOf))].sort().map(name => ({ name })),
    paths: pathsOf(calls),
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorized-Key' } },
      parameters: {
        lang: { name: 'lang', in: 'header', schema: { type: 'string', enum: Object.keys(allMessages) } },
      },
      schemas: { Failure: failure, ...Object.fromEntries(calls.flatMap(schemasOf)) },
    },
    'x-codes': Object.fromEntries(
      Object.entries(errorCodes).map(([key, code]) => [
        code,
        { key, msg: allMessages.en_US.errors[key as keyof typeof errorCodes] },
      ]),
    ),
  }
}

function pathsOf(calls: readonly Call[]): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operationOf(call)
  return paths
}

function operationOf(call: Call): JsonSchema {
  const id = nameOf(call)
  return {
    operationId: id,
    summary: sentenceOf(id),
    description: descriptionOf(call),
    tags: [tagOf(call)],
    'x-origin': call.origin,
    ...(call.access === 'private' ? { security: [{ session: [] }] } : {}),
    parameters: parametersOf(call),
    ...(call.method === 'POST' ? { requestBody: bodyOf(call) } : {}),
    responses: {
      200: {
        description: 'An envelope: the data of the call, or why it was refused',
        content: { 'application/json': { schema: envelopeOf(`${pascal(id)}Data`) } },
      },
    },
  }
}

function parametersOf(call: Call): readonly JsonSchema[] {
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: call.idempotency === 'required',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
  }
  return [
    { $ref: '#/components/parameters/lang' },
    ...(call.idempotency === 'none' ? [] : [key]),
    ...(call.method === 'GET' ? queryOf(jsonSchemaOf(call.request)) : []),
  ]
}

function bodyOf(call: Call): JsonSchema {
  const type = call.path === contract.upload.path ? 'multipart/form-data' : 'application/json'
  return { required: true, content: { [type]: { schema: reference(`${pascal(nameOf(call))}Request`) } } }
}

function schemasOf(call: Call): readonly (readonly [name: string, schema: JsonSchema])[] {
  const name = pascal(nameOf(call))
  const data = [`${name}Data`, jsonSchemaOf(call.response)] as const
  return call.method === 'POST' ? [[`${name}Request`, jsonSchemaOf(call.request)], data] : [data]
}

function envelopeOf(data: string): JsonSchema {
  return {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: {
      code: { type: 'integer' },
      msg: { type: 'string' },
      data: { anyOf: [reference(data), { type: 'null' }, reference('Failure')] },
    },
  }
}

const failure = {
  type: 'object',
  properties: {
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    retry_after: { type: 'integer' },
  },
}

function queryOf(request: JsonSchema): JsonSchema[] {
  const required = (request.required ?? []) as readonly string[]
  return Object.entries((request.properties ?? {}) as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const reference = (schema: string): JsonSchema => ({ $ref: `#/components/schemas/${schema}` })

/** As the contract exports it: `withdrawRequest`. */
const names = new Map<unknown, string>(Object.entries(contract).map(([name, value]) => [value, name]))

function nameOf(call: Call): string {
  const name = names.get(call)
  if (name === undefined) throw new Error(`${call.method} ${call.path} is no call of the contract`)
  return name
}

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** `withdrawRequest` as people read it: Withdraw request. */
const sentenceOf = (name: string): string => pascal(name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`))

const tagOf = (call: Call): string => call.path.split('/').slice(2, 4).join('/')

function descriptionOf({ access, idempotency, origin }: Call): string {
  return [
    access === 'private' ? 'Needs a session.' : 'Open to everybody.',
    ...(idempotency === 'none'
      ? []
      : [`An Idempotency-Key is ${idempotency}; a repeated key answers what the first call answered.`]),
    ...(origin === 'addition' ? ['An addition to the reference API.'] : []),
  ].join(' ')
}
