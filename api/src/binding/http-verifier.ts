import * as v from 'valibot'
import { normaliseNickname } from '@adcoin/contract'
import type { HttpProvider } from '../config.ts'
import { createCircuit, NoAnswer } from '../providers/circuit.ts'
import { askSigned } from '../providers/signed-http.ts'
import type { SocialAnswer, SocialQuestion, SocialVerifier } from './social-verifier.ts'

/**
 * Verification over HTTP: `PUT /verifications/<key>` `{platform, username, link, challenge}` begins it, or returns its
 * state: `{id, state: pending|missing|found, profile?}`. An answer about another request is ignored.
 */
export function createHttpVerifier(provider: HttpProvider, now: () => Date): SocialVerifier {
  const circuit = createCircuit(now)
  return {
    name: 'provider',
    async find({ key, platform, username, link, challenge }: SocialQuestion): Promise<SocialAnswer> {
      const body = { platform, username, link, challenge }
      const request = { method: 'PUT', path: `/verifications/${key}`, body } as const
      try {
        return toSocialAnswer(key, await circuit.run(() => askSigned(provider, request, largestAnswer)))
      } catch (error) {
        if (error instanceof NoAnswer) return leaveOpen(error.message)
        throw error
      }
    },
  }
}

function toSocialAnswer(key: string, answer: unknown): SocialAnswer {
  const { success, output } = v.safeParse(Answer, answer)
  if (!success) return leaveOpen('its answer cannot be read')
  if (output.id !== key) return leaveOpen('it answered about another account')
  if (output.state === 'pending') return leaveOpen('it is still looking')
  if (output.state === 'missing') return { state: 'missing' }
  const { reg_days: regDays, ...profile } = output.profile
  return { state: 'found', profile: { ...profile, regDays } }
}

/** The outcome stays unknown; operators see the reason. */
function leaveOpen(reason: string): SocialAnswer {
  return { state: 'open', reason }
}

const whole = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))
const text = (max: number) => v.pipe(v.string(), v.maxLength(max), v.transform(normaliseNickname))
const picture = v.optional(
  v.nullable(
    v.pipe(
      v.string(),
      v.base64(),
      v.transform(text => Buffer.from(text, 'base64')),
    ),
  ),
  null,
)
const Profile = v.object({
  nickname: text(200),
  description: text(5_000),
  fans: whole(1e12),
  reg_days: whole(100_000),
  avatar: picture,
  background: picture,
})
const Answer = v.variant('state', [
  v.object({ id: v.string(), state: v.literal('pending') }),
  v.object({ id: v.string(), state: v.literal('missing') }),
  v.object({ id: v.string(), state: v.literal('found'), profile: Profile }),
])
/** Bytes; an answer contains up to two pictures. */
const largestAnswer = 2 * 1024 * 1024
