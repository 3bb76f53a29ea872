import { errorCodes, type Call, type RequestOf, type ResponseOf } from '@adcoin/contract'
import { http, type HttpHandler } from 'msw'
import * as v from 'valibot'
import { isDoubleFailure, type DefaultAnswer, type DoubleFailure } from './answer.ts'
import { createAccountAnswers } from './answers/account-answers.ts'
import { createFinanceAnswers } from './answers/finance-answers.ts'
import { createProfileAnswers } from './answers/profile-answers.ts'
import { createTaskAnswers } from './answers/task-answers.ts'
import { intercept } from './intercept.ts'
import { ana, type TestPerson } from './people.ts'

/** Instead of the default answer: data (the fields that differ are enough), a failure, or a function of the input. */
export type AnswerChange = unknown | DoubleFailure | ((input: never) => unknown)
export type AnswerChanges = Readonly<Record<string, AnswerChange>>
export type RecordedRequest = {
  readonly method: string
  readonly path: string
  readonly input: unknown
  readonly headers: Headers
}

export type ApiDouble = {
  /** msw handlers for every call of the contract, for a server or worker of one's own. */
  readonly handlers: readonly HttpHandler[]
  /** The requests so far; of one call, or of all. */
  requests(call?: Call): readonly RecordedRequest[]
  /** From now on answers differ in these. */
  answer(overrides: AnswerChanges): void
  /** Gives the page its own `fetch` back. The next double does so too. */
  end(): void
}

/**
 * Answers every call of the contract in this page, in tests and on the development host page. Keys are a call's path,
 * or method and path where two calls share one: `{ [balance.path]: { amount: '0' }, ['POST /app/user/setting']:
 * refusal('invalid_input', { nick_name: 'too_long' }) }`;
 * `when(call, …)` types them. A request that breaks the contract is answered as the service would, 400; a private one
 * without a token 401.
 */
export function apiDouble(overrides: AnswerChanges = {}, person: TestPerson = ana): ApiDouble {
  endCurrent()
  const requests: RecordedRequest[] = []
  let current: AnswerChanges = { ...overrides }
  const defaults = [
    ...createAccountAnswers(),
    ...createProfileAnswers(),
    ...createTaskAnswers(),
    ...createFinanceAnswers(),
  ]
  const recordAndRespond = (
    known: DefaultAnswer,
    input: unknown,
    headers: Headers,
    signal: AbortSignal,
  ): Promise<Response> => {
    requests.push({ method: known.call.method, path: known.call.path, input, headers })
    return respond(known, input, headers, signal, current, person)
  }
  const handlers = defaults.map(known =>
    http[known.call.method === 'GET' ? 'get' : 'post'](`*${known.call.path}`, async ({ request }) =>
      recordAndRespond(known, await readInput(request), request.headers, request.signal),
    ),
  )
  const end = intercept(handlers, async sent => {
    const known = defaults.find(
      ({ call }) => call.method === sent.method && call.path === new URL(sent.url, location.href).pathname,
    )
    if (!known) throw new TypeError(`The API double knows no ${sent.method} ${sent.url}`)
    return recordAndRespond(known, Object.fromEntries(sent.form), sent.headers, sent.signal)
  })
  endCurrent = end
  return {
    handlers,
    requests: call =>
      call ? requests.filter(({ method, path }) => method === call.method && path === call.path) : [...requests],
    answer: more => void (current = { ...current, ...more }),
    end,
  }
}

/** A typed override of one call, to spread: `apiDouble({ ...when(balance, { amount: '0' }) })`. */
export function when<C extends Call>(
  call: C,
  override:
    | Partial<ResponseOf<C>>
    | DoubleFailure
    | ((
        input: RequestOf<C>,
      ) => Partial<ResponseOf<C>> | DoubleFailure | Promise<Partial<ResponseOf<C>> | DoubleFailure>),
): AnswerChanges {
  return { [`${call.method} ${call.path}`]: override }
}

let endCurrent: () => void = () => {}

async function respond(
  { call, data }: DefaultAnswer,
  input: unknown,
  headers: Headers,
  signal: AbortSignal,
  overrides: AnswerChanges,
  person: TestPerson,
): Promise<Response> {
  if (call.access === 'private' && !headers.get('Authorized-Key')) return refuse(errorCodes.session_expired)
  const parsed = v.safeParse(call.request, input)
  if (!parsed.success) {
    console.warn(
      `The API double refused ${call.method} ${call.path}: ${parsed.issues.map(issue => `${v.getDotPath(issue)} ${issue.message}`).join(', ')}`,
    )
    return refuse(errorCodes.invalid_input, {
      fields: Object.fromEntries(parsed.issues.map(issue => [v.getDotPath(issue) ?? '', issue.message])),
    })
  }
  const override =
    overrides[`${call.method} ${call.path}`] ??
    (isShared(call) && call.method === 'POST' ? undefined : overrides[call.path])
  const body =
    typeof override === 'function'
      ? ((await (override as (input: unknown) => unknown)(parsed.output)) as unknown)
      : override
  if (isDoubleFailure(body)) return body.respond(signal)
  const usual = data(parsed.output as never, person)
  const answer = body === undefined ? usual : isPlain(body) && isPlain(usual) ? { ...usual, ...body } : body
  const valid = v.safeParse(call.response, answer)
  if (!valid.success)
    console.error(
      `The API double's answer to ${call.path} does not match the contract: ${valid.issues.map(issue => `${v.getDotPath(issue)} ${issue.message}`).join(', ')}`,
    )
  return Response.json({ code: 0, msg: '', data: answer })
}

const sharedPaths: readonly string[] = ['/app/user/setting', '/app/app/bind_account']
const isShared = (call: Call): boolean => sharedPaths.includes(call.path)

function refuse(code: number, data: unknown = null): Response {
  return Response.json({ code, msg: '', data })
}

async function readInput(request: Request): Promise<unknown> {
  if (request.method === 'GET') return Object.fromEntries(new URL(request.url).searchParams)
  return JSON.parse((await request.text()) || '{}') as unknown
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
