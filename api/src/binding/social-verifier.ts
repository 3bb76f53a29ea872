import { createHash } from 'node:crypto'
import { normaliseUsername } from '../catalogue/platforms.ts'

/** A public profile as its platform shows it. `fans` followers, `regDays` days since it was made. */
export type SocialProfile = {
  readonly nickname: string
  readonly description: string
  /** Pictures as bytes, so that no page and no service loads from an address of an attacker's choice. */
  readonly avatar: Buffer | null
  readonly background: Buffer | null
  readonly fans: number
  readonly regDays: number
}

/** `key` is the same for every question about one try to bind an account. */
export type SocialQuestion = {
  readonly key: string
  readonly platform: string
  readonly username: string
  readonly link: string
  readonly challenge: string
}

/** `missing`: there is no such profile. `open`: unknown yet, or no answer; the reason is for operators. */
export type SocialAnswer =
  | { readonly state: 'found'; readonly profile: SocialProfile }
  | { readonly state: 'missing' }
  | { readonly state: 'open'; readonly reason: string }

/**
 * Finds a profile. The service never opens a link that a person gave; a verifier asks the platform, or an operator
 * does. The same question may be asked again and again.
 */
export interface SocialVerifier {
  /** The verifier, as shown to operators. */
  readonly name: 'sandbox' | 'provider'
  find(question: SocialQuestion): Promise<SocialAnswer>
}

/**
 * The sandbox: no platform is asked; the name decides.
 * `new…` is 3 days old · `small…` has 12 followers · `missing…` does not exist · `silent…` has no challenge in its
 * profile · every other is large and old enough.
 */
export const sandboxVerifier: SocialVerifier = {
  name: 'sandbox',
  async find({ username, challenge }) {
    const name = normaliseUsername(username)
    if (name.startsWith('missing')) return { state: 'missing' }
    const chance = createHash('sha256').update(name).digest().readUInt32BE(0)
    const profile = {
      nickname: username.replace(/^@/, ''),
      description: name.startsWith('silent') ? '' : challenge,
      avatar: null,
      background: null,
      fans: name.startsWith('small') ? 12 : 500 + (chance % 49_500),
      regDays: name.startsWith('new') ? 3 : 90 + (chance % 2_000),
    }
    return { state: 'found', profile }
  },
}
