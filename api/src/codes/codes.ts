import { limitTable, multiplyLimit } from '../limits/table.ts'
import { findLatestEnd } from '../clock.ts'
import type { Transaction } from '../database/database.ts'
import type { CodePurpose } from '../database/column-types.ts'
import { toNetwork } from '../http/traffic.ts'
import { Refusal } from '../refusals/refusal.ts'
import { isSameSecret } from '../secrets/hash-text.ts'
import type { Services } from '../services.ts'
import { codeLife } from '../messages/messages.ts'
import { giveTicket, countSecondsLeft, type TicketKind } from './tickets.ts'
import type { Limit } from '../http/http-dependencies.ts'

const { codesPerDay, codesPerHour, codesToRegister } = limitTable

/**
 * Uses a code up; a wrong one is a refusal that keeps the consumed try. Anonymous calls do it inside `guardCodes`.
 * Write what must not stay after it.
 */
export async function consumeCode(
  services: Pick<Services, 'secrets' | 'now' | 'limits'>,
  tx: Transaction,
  { purpose, dest, boundTo = '', code }: CodeTry,
): Promise<void> {
  const { limits, now } = services
  const right = await attemptCode(services, tx, { purpose, dest, boundTo, code })
  if (right.used_at !== null) throw wrongCode()
  await tx.updateTable('verify_code').set({ used_at: now() }).where('id', '=', right.id).execute()
  // Frequent withdrawals are no guessing: a correct and used code is not counted against the next one.
  if (purpose === 'withdraw')
    for (const budget of listBudgets(purpose)) await limits.giveBack(nameBudget(budget), `${purpose}:${dest}`, tx)
}
/**
 * Codes per destination. Source: reference-api.md 3.2; of those to withdraw only unused ones count
 * (docs/decisions/codes-that-count.md).
 */
export const listBudgets = (purpose: CodePurpose): readonly Limit[] =>
  purpose === 'register' ? [codesPerHour, codesToRegister] : [codesPerDay]
export const nameBudget = ({ seconds }: Limit): string => `code-${seconds}`
export type CodeTry = {
  readonly purpose: CodePurpose
  readonly dest: string
  readonly boundTo?: string
  readonly code: string
}

/**
 * Uses a code up for a ticket. The answer may be lost: asked again from the same address while the code lives, the same
 * code gives the same ticket, until that is used. The ticket is made of the code with our key, so it is stored nowhere.
 */
export async function exchangeCode(
  services: Services,
  tx: Transaction,
  tried: CodeTry,
  ticket: Omit<TicketKind, 'token'>,
  ip: string,
): Promise<{ verify_ticket: string; expire_in: number }> {
  const { secrets, now } = services
  const right = await attemptCode(services, tx, tried)
  const token = secrets.keyed('ticket', `${tried.purpose}|${tried.dest}|${right.id}|${tried.code}|${ip}`)
  if (right.used_at === null) {
    await tx
      .updateTable('verify_code')
      // A correct code does not use up an attempt.
      .set(change => ({ used_at: now(), tries: change('tries', '-', 1) }))
      .where('id', '=', right.id)
      .execute()
    return giveTicket(services, tx, { ...ticket, token })
  }
  const seconds = await countSecondsLeft(tx, { ...ticket, token }, now())
  if (seconds === undefined) throw wrongCode()
  await tx
    .updateTable('verify_code')
    .set(change => ({ tries: change('tries', '-', 1) }))
    .where('id', '=', right.id)
    .execute()
  return { verify_ticket: token, expire_in: seconds }
}

/** A wrong code while a valid one exists: only this counts as an attempt. */
class WrongGuess extends Refusal {
  constructor() {
    super('code_wrong', { keep: true, fields: { verify_code: 'code_wrong' } })
  }
}

const wrongCode = () => new Refusal('code_wrong', { keep: true, fields: { verify_code: 'code_wrong' } })

/**
 * The newest code of a purpose and destination, where it is this one. The try is consumed before anything is compared,
 * in one statement, so that parallel guesses are counted exactly.
 */
async function attemptCode(
  { secrets, now }: Pick<Services, 'secrets' | 'now'>,
  tx: Transaction,
  { purpose, dest, boundTo = '', code }: CodeTry,
): Promise<{ id: bigint; used_at: Date | null }> {
  const tried = await tx
    .updateTable('verify_code')
    .set(change => ({ tries: change('tries', '+', 1) }))
    .where('id', '=', query =>
      query
        .selectFrom('verify_code as newest')
        .select('newest.id')
        .where('newest.purpose', '=', purpose)
        .where('newest.dest', '=', dest)
        .orderBy('newest.id', 'desc')
        .limit(1),
    )
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now())
    .where('expires_at', '<=', findLatestEnd(now(), codeLife * 1000))
    .whereRef('tries', '<', 'max_tries')
    .returning(['id', 'code_hmac', 'used_at'])
    .executeTakeFirst()
  if (!tried) throw wrongCode()
  if (!isSameSecret(tried.code_hmac, secrets.keyed('code', `${purpose}|${dest}|${boundTo}|${code}`)))
    throw new WrongGuess()
  return tried
}

/**
 * Around each anonymous call that tries a code. Networks are bounded from the start, more tightly once there are too
 * many wrong ones in all. People who are signed in are bounded by their own attempts and never refused here.
 */
export async function guardCodes<Result>(
  { limits, config }: Services,
  ip: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { wrongCodes, wrongCodesOfNetwork, wrongCodesUnderAttack } = limitTable
  const network = toNetwork(ip)
  const attacked = (await limits.used('code-wrong', 'all', wrongCodes)) >= wrongCodes.max
  const ofNetwork = multiplyLimit(attacked ? wrongCodesUnderAttack : wrongCodesOfNetwork, config.addressLimitFactor)
  if ((await limits.used('code-wrong-network', network, ofNetwork)) >= ofNetwork.max)
    throw new Refusal('too_many', { retryAfter: 3600 })
  try {
    return await work()
  } catch (error) {
    if (error instanceof WrongGuess) {
      await limits.tryTake('code-wrong', 'all', wrongCodes)
      await limits.tryTake('code-wrong-network', network, ofNetwork)
    }
    throw error
  }
}

/** Voids every code and ticket that waits at a number or address, because its owner has changed. */
export async function revokeProofs({ now }: Pick<Services, 'now'>, tx: Transaction, dest: string): Promise<void> {
  await tx
    .updateTable('verify_code')
    .set({ voided_at: now() })
    .where('dest', '=', dest)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute()
  await tx
    .updateTable('verify_ticket')
    .set({ used_at: now() })
    .where('dest', '=', dest)
    .where('used_at', 'is', null)
    .execute()
}
