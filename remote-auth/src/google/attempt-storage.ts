import { defineDraft } from '@adcoin/remote/pages'
import * as v from 'valibot'

const Attempt = v.object({ state: v.string(), nonce: v.string(), verifier: v.string(), redirectUri: v.string() })

/** What must come back from Google with the person, kept in this tab until then. */
export type Attempt = v.InferOutput<typeof Attempt>

export const attemptDraft = defineDraft({ owner: 'auth', name: 'google', version: 1, schema: Attempt, keep: 'tab' })

/** The attempt of this tab, once: a second reading finds nothing, so a code is posted once. */
export function takeAttempt(): Attempt | undefined {
  const attempt = attemptDraft.read()
  attemptDraft.drop()
  return attempt
}
