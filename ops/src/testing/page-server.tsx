import { act, cleanup, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { operatorRoles, type PageRefusal } from '@adcoin/contract/operations'
import { UiProvider } from '@adcoin/ui'
import { afterEach, vi } from 'vitest'
import { OperationsFrame } from '../frame/operations-frame.tsx'
import { OperationsLink } from '../page-path.tsx'
import { reasons } from './waiting-work.ts'

afterEach(cleanup)

/** Answers by address (`/api/session`) or by command (`review list`): data, a failure, or a function of the body. */
type Answers = Readonly<Record<string, unknown>>

export type OpenedPage = {
  readonly user: UserEvent
  /** Bodies of the requests so far, by the same keys as the answers; null for a look. */
  requests(key: string): readonly unknown[]
  /** From now on answers differ in these. */
  answer(more: Answers): void
  /** The operator comes back to the tab: the page asks again by itself. */
  lookAgain(): Promise<void>
  /** The server sends an event of its live connection. */
  sendEvent(name: 'changed' | 'open' | 'error'): Promise<void>
}

/** Olga may do everything; her page is open at a path, over a server that answers like this. */
export async function openPage(path: string, answers: Answers = {}): Promise<OpenedPage> {
  cleanup()
  let current: Answers = { ...defaults, ...answers }
  const requests: { key: string; body: unknown }[] = []
  const events = new Set<EventTarget>()
  vi.stubGlobal('fetch', async (address: string, { body, signal }: { body?: string; signal: AbortSignal }) => {
    const sent = body === undefined ? null : (JSON.parse(body) as { command?: string })
    const key = sent?.command ?? address
    requests.push({ key, body: sent })
    return respond(key, current[key], sent, signal)
  })
  vi.stubGlobal('EventSource', createEventSource(events))
  location.hash = path
  const user = userEvent.setup()
  await act(async () =>
    render(
      <UiProvider link={OperationsLink}>
        <OperationsFrame />
      </UiProvider>,
    ),
  )
  return {
    user,
    requests: key => requests.filter(request => request.key === key).map(({ body }) => body),
    answer: more => void (current = { ...current, ...more }),
    lookAgain: () => act(async () => void document.dispatchEvent(new Event('visibilitychange'))),
    sendEvent: name => act(async () => events.forEach(source => source.dispatchEvent(new Event(name)))),
  }
}

class Failure {
  readonly respond: (signal: AbortSignal) => Promise<Response>
  constructor(respond: (signal: AbortSignal) => Promise<Response>) {
    this.respond = respond
  }
}

/** The server's no, with its reason. */
export function refuse(says: string, { status = 409, ...more }: Partial<PageRefusal> & { status?: number } = {}) {
  const refusal: PageRefusal = { rule: 'refused', place: 'service', says, remedy: '', ...more }
  return new Failure(async () => Response.json({ refusals: [refusal] }, { status }))
}

/** Nothing listens at the server's address. */
export const noServer = new Failure(() => Promise.reject(new TypeError('Failed to fetch')))
/** No answer ever comes. */
export const silence = new Failure(() => new Promise<never>(() => undefined))

async function respond(key: string, answer: unknown, body: unknown, signal: AbortSignal): Promise<Response> {
  const given = typeof answer === 'function' ? ((await answer(body)) as unknown) : answer
  if (given instanceof Failure) return given.respond(signal)
  if (given === undefined) return refuse(`the test has no answer to ${key}`).respond(signal)
  return Response.json(key.startsWith('/') ? given : { data: given })
}

function createEventSource(open: Set<EventTarget>) {
  return class extends EventTarget {
    constructor() {
      super()
      open.add(this)
    }
    close(): void {
      open.delete(this)
    }
  }
}

const defaults: Answers = {
  '/api/session': { name: 'olga', signIn: 'secret', roles: operatorRoles },
  '/api/releases': { generation: 41, productUrl: 'http://localhost:8080/', apps: [], judge: null, history: [] },
  '/api/people': { commands: ['review list', 'bind list', 'withdraw list', 'audit'], reasons },
}
