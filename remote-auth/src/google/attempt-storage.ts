import * as v from 'valibot'
import { tabStore } from '../tab-storage.ts'
import type { Attempt } from './pkce.ts'

const key = 'adcoin.auth.google'
const Attempt = v.object({ state: v.string(), nonce: v.string(), verifier: v.string(), redirectUri: v.string() })

export function keepAttempt(attempt: Attempt): void {
  tabStore.set(key, JSON.stringify(attempt))
}

/** The attempt of this tab, once: a second reading finds nothing, so a code is posted once. */
export function takeAttempt(): Attempt | undefined {
  const text = tabStore.get(key)
  tabStore.remove(key)
  try {
    return v.parse(Attempt, JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}
