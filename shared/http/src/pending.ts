import type { Call, RequestOf } from '@adcoin/contract'
import { openStorage, sessionStore, withoutSecrets } from '@adcoin/session'
import * as v from 'valibot'

const storage = openStorage(() => globalThis.window?.localStorage)
/** The service keeps a key for 48 h. Source: reference-api.md 2.6. */
const longestLifeMs = 24 * 3600_000
/**
 * A request with an optional key changes the screen anyway: its key survives a new login, and is dropped before the
 * person intends the same action again.
 */
const bridgeMs = 15 * 60_000

const Pending = v.object({
  key: v.pipe(v.string(), v.maxLength(64)),
  input: v.string(),
  userId: v.string(),
  at: v.number(),
  /** The person has seen the failure. Only the key is still useful: if the request did succeed, it stays one. */
  isTold: v.optional(v.boolean()),
})
type Pending = v.InferOutput<typeof Pending>

/** A request that was sent and whose answer never arrived. `input` is without passwords and codes. */
export type Unanswered = { readonly key: string; readonly input: unknown; readonly at: number }

/**
 * The request of a call that needs an idempotency key and got no answer, also after a reload or in a new tab; null when
 * there is none.
 * A page that finds one asks the service what became of it before it offers a new form. Source: faults.md G14, I08.
 */
export function unanswered(call: Call): Unanswered | null {
  const pending = read(call)
  return pending && !pending.isTold
    ? { key: pending.key, input: JSON.parse(pending.input) as unknown, at: pending.at }
    : null
}

/** Forgets it: its fate is known. */
export function settle(call: Call): void {
  storage.remove(buildKey(call))
}

/** It does not seem to have been placed. Another try of the same input still carries its key. */
export function settleAsNotPlaced(call: Call): void {
  const pending = read(call)
  if (pending) write(call, { ...pending, isTold: true })
}

/** Remembers a request before it is sent. */
export function remember<C extends Call>(call: C, input: RequestOf<C>, key: string): void {
  write(call, { key, input: formatPublicInput(input), userId: readUserId(), at: Date.now() })
}

/** The key under which the same input was sent without an answer. */
export function findPendingKey<C extends Call>(call: C, input: RequestOf<C>): string | undefined {
  const pending = read(call)
  return pending?.input === formatPublicInput(input) ? pending.key : undefined
}

function read(call: Call): Pending | null {
  const lifeMs = call.idempotency === 'required' ? longestLifeMs : bridgeMs
  try {
    const parsed = v.safeParse(Pending, JSON.parse(storage.get(buildKey(call)) ?? 'null'))
    if (!parsed.success || parsed.output.userId !== readUserId() || Date.now() - parsed.output.at > lifeMs) return null
    JSON.parse(parsed.output.input)
    return parsed.output
  } catch {
    return null
  }
}

function write(call: Call, pending: Pending): void {
  storage.set(buildKey(call), JSON.stringify(pending))
}

const buildPrefix = (userId: string): string => `adcoin.unanswered.${userId}.`
const buildKey = (call: Call): string => buildPrefix(readUserId()) + call.path
const formatPublicInput = (input: unknown): string => JSON.stringify(withoutSecrets(input))
const readUserId = (): string => sessionStore.getState().person?.userId ?? ''

// A person who logs out here leaves nothing behind. A session that ended by itself, in another tab, or because another
// person logged in may have left a request whose fate its person must still learn: it is theirs by name.
sessionStore.subscribe(({ person, ended }, before) => {
  if (!before.person || person || ended !== 'logout') return
  const prefix = buildPrefix(before.person.userId)
  for (const key of storage.keys()) if (key.startsWith(prefix)) storage.remove(key)
})
