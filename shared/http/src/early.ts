import type { Call, RequestOf, ResponseOf } from '@adcoin/contract'
import { currentToken, sessionStore } from '@adcoin/session'
import { readAnswer, type RawAnswer } from './answer.ts'

/** A request that is about to be sent. */
type Outgoing = {
  readonly call: Call
  readonly input: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The requests of the page's boot script while this code was on its way: address to answer. It knew token and
 * language of that moment; for another person or language its answers are nothing.
 */
type EarlyReads = {
  readonly token: string
  readonly language: string
  readonly answers: Record<string, Promise<Response> | undefined>
  /** Those that are complete. */
  readonly ready?: Record<string, { readonly status: number; readonly bytes: ArrayBuffer; readonly header: Headers }>
}

declare global {
  var adcoinReads: EarlyReads | undefined
}

/** An answer that waited longer is not the newest; asking again is. */
const goodForMs = 30_000

/**
 * The answer that is on its way already, once: a second question goes to the service. Undefined where there is none, or
 * where it did not come: then it is asked for as if for the first time. A refusal is an answer, 401 too.
 */
export async function takeEarly(outgoing: Outgoing): Promise<RawAnswer | undefined> {
  const { lang, 'Authorized-Key': token } = outgoing.headers
  const reads = readsFor(outgoing.call, lang, token)
  if (!reads) return undefined
  const address = addressOf(outgoing)
  const running = reads.answers[address]
  delete reads.answers[address]
  try {
    const response = await running
    return (
      response && { status: response.status, bytes: await response.arrayBuffer(), header: headerOf(response.headers) }
    )
  } catch {
    return undefined
  }
}

/**
 * The data of an answer that the page has complete, for the first render of a screen, which then shows what the
 * prerendered screen showed. Taken once. A refusal or a broken answer is left for `takeEarly`, which reports it.
 */
export function takeReady<C extends Call>(call: C, input: RequestOf<C>): ResponseOf<C> | undefined {
  const reads = readsFor(call, sessionStore.getState().language, currentToken())
  const address = addressOf({ call, input: input as Outgoing['input'] })
  const ready = reads?.answers[address] && reads.ready?.[address]
  if (!ready) return undefined
  try {
    const data = readAnswer(call, { ...ready, header: headerOf(ready.header) })
    delete reads.answers[address]
    return data
  } catch {
    return undefined
  }
}

/** The page's reads, where they are for this person and language, and new enough. */
function readsFor(call: Call, language: string | undefined, token: string | null | undefined): EarlyReads | undefined {
  const reads = globalThis.adcoinReads
  const isOurs = reads && language === reads.language && (token ?? '') === reads.token
  return isOurs && call.method === 'GET' && performance.now() <= goodForMs ? reads : undefined
}

function addressOf({ call, input }: Pick<Outgoing, 'call' | 'input'>): string {
  const query = new URLSearchParams(
    Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
  return query === '' ? call.path : `${call.path}?${query}`
}

function headerOf(headers: Headers): RawAnswer['header'] {
  return name => headers.get(name) ?? undefined
}
