import { errorCodes, type Call } from '@adcoin/contract'
import { allMessages } from '../http/languages.ts'
import { jsonSchemaOf, type JsonSchema } from './json-schema.ts'

/** The calls as OpenAPI 3.1, from the same schemas that check them. */
export function openApiOf(calls: readonly Call[]): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ad Coin',
      version: '1.0.0',
      description:
        'Every answer is an envelope {code, msg, data} with HTTP 200; code 0 is success, 401 ends the session. Transport faults carry their HTTP status and the same envelope.',
    },
    paths: Object.fromEntries(
      calls.map(call => [
        call.path,
        {
          ...Object.fromEntries(
            calls
              .filter(other => other.path === call.path)
              .map(other => [other.method.toLowerCase(), operationOf(other)]),
          ),
        },
      ]),
    ),
    components: { securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorized-Key' } } },
    'x-codes': Object.fromEntries(
      Object.entries(errorCodes).map(([key, code]) => [
        code,
        { key, msg: allMessages.en_US.errors[key as keyof typeof errorCodes] },
      ]),
    ),
  }
}

function operationOf(call: Call): JsonSchema {
  const request = jsonSchemaOf(call.request)
  const language = { name: 'lang', in: 'header', schema: { enum: Object.keys(allMessages) } }
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: call.idempotency === 'required',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
  }
  return {
    tags: [call.path.split('/').slice(2, 4).join('/')],
    'x-origin': call.origin,
    ...(call.access === 'private' ? { security: [{ session: [] }] } : {}),
    parameters: [
      language,
      ...(call.idempotency === 'none' ? [] : [key]),
      ...(call.method === 'GET' ? queryOf(request) : []),
    ],
    ...(call.method === 'POST'
      ? {
          requestBody: {
            required: true,
            content: {
              [call.path === '/app/upload' ? 'multipart/form-data' : 'application/json']: { schema: request },
            },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'An envelope',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['code', 'msg', 'data'],
              properties: {
                code: { type: 'integer' },
                msg: { type: 'string' },
                data: { anyOf: [jsonSchemaOf(call.response), { type: 'null' }, failure] },
              },
            },
          },
        },
      },
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
