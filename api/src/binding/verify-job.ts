import type { Services } from '../services.ts'
import { settingOf } from '../settings/settings.ts'
import { storedReason } from '../reasons/reasons.ts'
import { reasonAgainst } from './bind-rules.ts'
import { decideBinding } from './decide-binding.ts'
import type { SocialVerifier } from './social-verifier.ts'

export const verifyJob = 'bind.verify'
export const verifyKey = (account: string, attempt: number): string => `bind:${account}:${attempt}`

/** About five seconds, and never later than a review would come. */
export const verifySeconds = (reviewSeconds: number): number => Math.min(5, reviewSeconds)

/**
 * Asks the verifier, outside of any transaction, and decides by the rules in force. Asked again after a kill, it
 * decides once.
 */
export function handleVerifyJob({ database, jobs, now }: Services, verifier: SocialVerifier): void {
  jobs.handle(verifyJob, {
    async run(payload) {
      const id = String(payload.account)
      const asked = await database.read
        .selectFrom('bind_account')
        .select(['platform', 'username', 'link', 'challenge', 'status', 'attempt'])
        .where('public_id', '=', id)
        .executeTakeFirst()
      if (!asked || asked.status !== 1 || asked.attempt !== payload.attempt) return
      const profile = await verifier.find(asked)
      const rules = await settingOf(database.read, 'bind_rules')
      const against = reasonAgainst(profile, asked.challenge, rules)
      await database.transaction(async tx =>
        decideBinding(
          tx,
          { id, attempt: asked.attempt },
          against
            ? { binds: false, reason: storedReason(against.key, against.values), profile }
            : { binds: true, profile },
          'sandbox',
          now(),
        ),
      )
    },
  })
}
