import { toJsonSchema } from '@valibot/to-json-schema'
import type { FastifyInstance, FastifySchema } from 'fastify'
import type { GenericSchema } from 'valibot'
import * as contract from '@adcoin/contract'
import { apiCodes, errorCodes, type Call, type ErrorKey } from '@adcoin/contract'
import { describeError } from '../refusals/languages.ts'
import type { HttpDependencies } from './http-dependencies.ts'

/**
 * `/docs/` and `/docs/json`, in development only; the gateway of `npm start` passes them on. Registered before the
 * calls: the document is of routes that follow.
 */
export async function registerDocs(app: FastifyInstance, { config }: Pick<HttpDependencies, 'config'>): Promise<void> {
  if (config.production) return
  const { default: swagger } = await import('@fastify/swagger')
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Ad Coin API', version: '1.0.0', description },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorized-Key' } } },
    },
    transform({ url, route }) {
      const schema = schemas.get(`${String(route.method)} ${url}`)
      return { url, schema: schema ? schema() : { hide: true } }
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
  })
}

const codes = Object.entries(errorCodes) as [ErrorKey, number][]
const description = `Every answer is an envelope \`{code, msg, data}\` with HTTP 200; code 0 is success. \`data\` of a
refusal: \`fields\` names what is wrong and how, \`retry_after\` the seconds to wait.

${codes.map(([key, code]) => `- ${code} \`${key}\`: ${describeError('en_US', key)}`).join('\n')}`

/** Of every call of the contract, by method and path. */
const schemas = new Map(
  Object.entries<unknown>(contract).flatMap(([name, call]) =>
    isCall(call) ? [[`${call.method} ${call.path}`, () => schemaOf(name, call)]] : [],
  ),
)

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'request' in value
}

function schemaOf(operationId: string, { method, path, access, idempotency, origin, request, response }: Call) {
  const key = { 'Idempotency-Key': { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' } }
  return {
    operationId,
    tags: [path.split('/').slice(2, 4).join('/')],
    description: origin === 'addition' ? 'An addition to the reference API.' : '',
    security: access === 'private' ? [{ session: [] }] : [],
    headers: {
      type: 'object',
      properties: { lang: { type: 'string', enum: apiCodes }, ...(idempotency === 'none' ? {} : key) },
      required: idempotency === 'required' ? Object.keys(key) : [],
    },
    ...(method === 'GET' ? { querystring: jsonSchemaOf(request) } : { body: jsonSchemaOf(request) }),
    ...(path === contract.upload.path ? { consumes: ['multipart/form-data'] } : {}),
    response: {
      200: {
        description: '`data` of the call, or why it was refused',
        type: 'object',
        properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: jsonSchemaOf(response) },
      },
    },
  } satisfies FastifySchema
}

/** A schema as it is sent. An unknown kind of schema or rule is an error, so that each is described. */
function jsonSchemaOf(schema: GenericSchema) {
  return toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'throw',
    // Rules in code: JSON Schema cannot express them.
    ignoreActions: ['check', 'partial_check', 'raw_check', 'transform', 'raw_transform', 'trim'],
    // The only schema of our own is the file of an upload.
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema.type === 'custom' ? { type: 'string', format: 'binary' } : undefined,
  })
}
