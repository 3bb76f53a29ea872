import type { Call, RequestOf } from '@adcoin/contract'
import { openStorage, sessionStore, withoutSecrets } from '@adcoin/session'
import * as v from 'valibot'

const storage = openStorage(() => globalThis.window?.localStorage)
const prefix = 'adcoin.unanswered.'
/** The service keeps a key for 48 h. Source: reference-api.md 2.6. */
const longestLifeMs = 24 * 3600_000

const Pending = v.object({
  key: v.pipe(v.string(), v.maxLength(64)),
  input: v.string(),
  userId: v.string(),
  at: v.number(),
})

/** A request that was sent and whose answer never arrived. `input` is without passwords and codes. */
export type Unanswered = { readonly key: string; readonly input: unknown; readonly at: number }

/**
 * The request of a call that needs an idempotency key and got no answer, also after a reload or in a new tab; null when
 * there is none.
 * A page that finds one asks the service what became of it before it offers a new form. Source: faults.md G14, I08.
 */
export function unanswered(call: Call): Unanswered | null {
  const pending = read(call)
  return pending ? { key: pending.key, input: JSON.parse(pending.input) as unknown, at: pending.at } : null
}

/** Forgets it: its fate is known. */
export function settle(call: Call): void {
  storage.remove(nameOf(call))
}

/** Remembers a request before it is sent. */
export function remember<C extends Call>(call: C, input: RequestOf<C>, key: string): void {
  const pending: v.InferOutput<typeof Pending> = { key, input: publicPart(input), userId: ownUserId(), at: Date.now() }
  storage.set(nameOf(call), JSON.stringify(pending))
}

/** The key under which the same input was sent without an answer. */
export function keyOfSame<C extends Call>(call: C, input: RequestOf<C>): string | undefined {
  const pending = read(call)
  return pending?.input === publicPart(input) ? pending.key : undefined
}

function read(call: Call): v.InferOutput<typeof Pending> | null {
  try {
    const parsed = v.safeParse(Pending, JSON.parse(storage.get(nameOf(call)) ?? 'null'))
    if (!parsed.success || parsed.output.userId !== ownUserId() || Date.now() - parsed.output.at > longestLifeMs)
      return null
    JSON.parse(parsed.output.input)
    return parsed.output
  } catch {
    return null
  }
}

const nameOf = (call: Call): string => `${prefix}${call.path}`
const publicPart = (input: unknown): string => JSON.stringify(withoutSecrets(input))
const ownUserId = (): string => sessionStore.getState().person?.userId ?? ''

// A session that ended by itself may have left a request whose fate its person must still learn; every other end
// forgets.
sessionStore.subscribe(({ person, ended }, before) => {
  if (!before.person || (person === null && ended === 'unauthorised') || person?.userId === before.person.userId) return
  for (const key of storage.keys()) if (key.startsWith(prefix)) storage.remove(key)
})
