import { createHash } from 'node:crypto'
import { normalisedUsername } from '../catalogue/username.ts'
import type { SocialVerifier } from './social-verifier.ts'

/**
 * The sandbox: no platform is asked, the name decides, always in the same way.
 * `new…` is 3 days old · `small…` has 12 followers · `missing…` does not exist · `stranger…` has not put the challenge
 * into its profile · every other is large and old enough.
 */
export const sandboxVerifier: SocialVerifier = {
  name: 'sandbox',
  async find({ username, challenge }) {
    const name = normalisedUsername(username)
    if (name.startsWith('missing')) return { state: 'missing' }
    const chance = createHash('sha256').update(name).digest().readUInt32BE(0)
    const profile = {
      nickname: username.replace(/^@/, ''),
      description: name.startsWith('stranger') ? '' : challenge,
      avatar: null,
      background: null,
      fans: name.startsWith('small') ? 12 : 500 + (chance % 49_500),
      regDays: name.startsWith('new') ? 3 : 90 + (chance % 2_000),
    }
    return { state: 'found', profile }
  },
}
