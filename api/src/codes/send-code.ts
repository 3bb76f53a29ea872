import type { ApiCode } from '@adcoin/contract'
import type { Channel, CodePurpose } from '../database/column-types.ts'
import { listCountedAddresses } from '../http/traffic.ts'
import { limitTable, multiplyLimit } from '../limits/table.ts'
import { codeLife } from '../messages/messages.ts'
import { Refusal } from '../refusals/refusal.ts'
import { createFourDigits, createToken } from '../secrets/create-token.ts'
import type { Services } from '../services.ts'
import { nameBudget, listBudgets } from './codes.ts'

/** Seconds. Source: rulings.md R11. */
const resendAfter = 60
const triesPerCode = 3
/** Purposes that anonymous calls ask for; every other one is asked for by a person. */
const anonymousPurposes: ReadonlySet<CodePurpose> = new Set(['register', 'reset'])

export type CodeRequest = {
  readonly purpose: CodePurpose
  readonly channel: Channel
  readonly dest: string
  readonly userId: bigint | null
  /** Restricts the use of the code beyond its purpose; part of its keyed hash. */
  readonly boundTo?: string
  readonly language: ApiCode
  readonly vars?: Readonly<Record<string, string>>
  /** An anonymous call from a device or network that signed in to this account before. */
  readonly isKnown?: boolean
  /** No code may be used here: the same work is done, and the message differs or is not sent. */
  readonly instead?: 'already_registered' | 'contact_taken' | 'no_account'
}

/**
 * Sends a fresh code and voids the earlier ones of the same purpose and destination. The code is stored as a keyed hash
 * only.
 */
export async function sendCode(
  services: Services,
  request: CodeRequest,
  ip: string,
): Promise<{ expire_in: number; resend_in: number }> {
  const { database, secrets, messages, now } = services
  const { purpose, channel, dest, userId, boundTo = '', language, vars = {}, instead } = request
  await takeCodeLimits(services, request, ip)

  const code = createFourDigits()
  const at = now()
  await database.transaction(async tx => {
    await tx
      .updateTable('verify_code')
      .set({ voided_at: at })
      .where('purpose', '=', purpose)
      .where('dest', '=', dest)
      .where('voided_at', 'is', null)
      .where('used_at', 'is', null)
      .execute()
    await tx
      .insertInto('verify_code')
      .values({
        purpose,
        channel,
        dest,
        user_id: userId,
        bound_to: boundTo,
        max_tries: triesPerCode,
        created_at: at,
        expires_at: new Date(at.getTime() + codeLife * 1000),
        code_hmac: instead ? createToken() : secrets.keyed('code', `${purpose}|${dest}|${boundTo}|${code}`),
      })
      .execute()
    if (instead)
      await messages.send(tx, { channel, dest, template: instead, language, isSuppressed: instead === 'no_account' })
    else await messages.send(tx, { channel, dest, template: `code_${purpose}`, language, vars: { ...vars, code } })
  })
  return { expire_in: codeLife, resend_in: resendAfter }
}

/** Never counts a person together with anonymous calls, nor a caller who knows an account with one who does not. */
async function takeCodeLimits(
  { limits, config }: Services,
  { purpose, channel, dest, isKnown = false, instead }: CodeRequest,
  ip: string,
): Promise<void> {
  const { codeAddress, codeResend, resetElsewhere, codesAnonymous, codesOfPeople } = limitTable
  const isAnonymous = anonymousPurposes.has(purpose)
  if (isAnonymous)
    for (const { subject, times: more } of listCountedAddresses(ip))
      await limits.take('code-address', subject, multiplyLimit(codeAddress, more * config.addressLimitFactor))
  if (purpose === 'reset' && !isKnown) await limits.take('reset-elsewhere', dest, resetElsewhere)
  const subject = `${purpose}:${dest}`
  const resend = await limits.tryTake('code-resend', isKnown ? `${subject}:known` : subject, codeResend)
  if (!resend.ok) throw new Refusal('code_too_soon', { retryAfter: resend.retryAfter })
  for (const budget of listBudgets(purpose)) await limits.take(nameBudget(budget), subject, budget)
  const [total, all] = isAnonymous
    ? (['codes-anonymous', codesAnonymous] as const)
    : (['codes-of-people', codesOfPeople] as const)
  if (instead !== 'no_account') return limits.take(total, channel, all)
  // No message leaves, so nothing is counted; the answer is still the one that an account gets.
  if ((await limits.used(total, channel, all)) >= all.max) throw new Refusal('too_many', { retryAfter: all.seconds })
}
