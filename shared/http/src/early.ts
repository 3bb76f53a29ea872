import type { Call, RequestOf, ResponseOf } from '@adcoin/contract'
import { currentToken, sessionStore } from '@adcoin/session'
import { readAnswer } from './answer.ts'

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

/** An older answer is not used: the call is sent again. */
const goodForMs = 30_000

/**
 * Returns the answer of a call that the page has sent, once: the next equal call is sent to the service. Undefined if
 * the page sent none, or if it failed: then the call is sent as usual. A refusal is an answer, also 401.
 */
export async function takeEarly({ method, url, headers }: Request): Promise<Response | undefined> {
  const reads = findReads(method, headers.get('lang'), headers.get('Authorized-Key'))
  if (!reads) return undefined
  const { pathname, search } = new URL(url)
  const running = reads.answers[pathname + search]
  delete reads.answers[pathname + search]
  try {
    const response = await running
    return response && new Response(await response.arrayBuffer(), response)
  } catch {
    return undefined
  }
}

/**
 * The data of an answer that the page has complete, for the first render of a screen, which then shows what the
 * prerendered screen showed. Taken once. A refusal or a broken answer is left for `takeEarly`, which reports it.
 */
export function takeReady<C extends Call>(call: C, input: RequestOf<C>): ResponseOf<C> | undefined {
  const reads = findReads(call.method, sessionStore.getState().language, currentToken())
  const query = formatQuery(input as Readonly<Record<string, unknown>>)
  const address = query === '' ? call.path : `${call.path}?${query}`
  const ready = reads?.answers[address] && reads.ready?.[address]
  if (!ready) return undefined
  try {
    const data = readAnswer(call, { ...ready, header: name => ready.header.get(name) })
    delete reads.answers[address]
    return data
  } catch {
    return undefined
  }
}

/** Answers that the page asked for before a write are older than the write. */
export function dropEarly(): void {
  globalThis.adcoinReads = undefined
}

/** The page's reads, where they are for this person and language, and new enough. */
function findReads(method: string, language: string | null, token: string | null): EarlyReads | undefined {
  const reads = globalThis.adcoinReads
  const isOurs = reads && language === reads.language && (token ?? '') === reads.token
  return isOurs && method === 'GET' && performance.now() <= goodForMs ? reads : undefined
}

/** Undefined and null are left out. The page asks for the same addresses before any code arrives. */
export function formatQuery(params: Readonly<Record<string, unknown>>): string {
  const values = Object.entries(params).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]))
  return new URLSearchParams(values).toString()
}
