import * as v from 'valibot'
import { traced, traceHeaders } from '../tracing/traced.ts'
import { circuitOf, NoAnswer } from './circuit.ts'
import type { MessageProvider } from './provider.ts'
import { failureOf } from './signed-http.ts'

const Accepted = v.object({ id: v.pipe(v.string(), v.maxLength(200)) })
const timeoutMs = 10_000

/** An SMS gateway over HTTP: `POST {to, text, reference}` with a bearer token, answered `{id}`. */
export function httpSms({ url, token }: { url: string; token: string }, now: () => Date): MessageProvider {
  const circuit = circuitOf(now)
  return {
    send: ({ dest, text, reference }) =>
      circuit.run(async () => {
        const response = await traced('POST SMS gateway', {}, () =>
          fetch(url, {
            method: 'POST',
            redirect: 'error',
            signal: AbortSignal.timeout(timeoutMs),
            headers: {
              ...traceHeaders(),
              'content-type': 'application/json',
              authorization: `Bearer ${token}`,
              'idempotency-key': reference,
            },
            body: JSON.stringify({ to: dest, text, reference }),
          }),
        ).catch((error: unknown) => {
          throw new NoAnswer(`the SMS gateway gave ${failureOf(error, timeoutMs)}`, { cause: error })
        })
        if (response.status >= 500) throw new NoAnswer(`the SMS gateway answered ${response.status}`)
        if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`)
        return v.parse(Accepted, await response.json()).id
      }),
  }
}
