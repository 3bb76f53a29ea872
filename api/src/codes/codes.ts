import type { ApiCode } from '@adcoin/contract'
import type { Queries, Transaction } from '../database/database.ts'
import type { Channel, CodePurpose, TicketPurpose } from '../database/schema.ts'
import { Refusal } from '../refusals/refusal.ts'
import { codeLife } from '../messages/messages.ts'
import { countedAddresses, networkOf } from '../http/traffic.ts'
import { limitTable, times } from '../limits/table.ts'
import type { Limit } from '../http/frame.ts'
import { hashOf, isSame, randomFourDigits, randomToken } from '../secrets/secrets.ts'
import type { Services } from '../services.ts'

/** Seconds. Source: rulings.md R11. */
const resendAfter = 60
const triesPerCode = 3

const { codesPerDay, codesPerHour, codesToRegister } = limitTable
/**
 * Codes per destination. Source: reference-api.md 3.2; of those to withdraw only unused ones count
 * (shared/docs/decisions/codes-that-count.md).
 */
const budgetsOf = (purpose: CodePurpose): readonly Limit[] =>
  purpose === 'register' ? [codesPerHour, codesToRegister] : [codesPerDay]
const budgetName = ({ seconds }: Limit): string => `code-${seconds}`
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

  const code = randomFourDigits()
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
        code_hmac: instead ? randomToken() : secrets.keyed('code', `${purpose}|${dest}|${boundTo}|${code}`),
      })
      .execute()
    if (instead)
      await messages.send(tx, { channel, dest, template: instead, language, isSuppressed: instead === 'no_account' })
    else await messages.send(tx, { channel, dest, template: `code_${purpose}`, language, vars: { ...vars, code } })
  })
  return { expire_in: codeLife, resend_in: resendAfter }
}

/** A person is never counted together with anonymous calls; nor is who knows an account with who does not. */
async function takeCodeLimits(
  { limits, config }: Services,
  { purpose, channel, dest, isKnown = false, instead }: CodeRequest,
  ip: string,
): Promise<void> {
  const { codeAddress, codeResend, resetElsewhere, codesAnonymous, codesOfPeople } = limitTable
  const isAnonymous = anonymousPurposes.has(purpose)
  if (isAnonymous)
    for (const { subject, times: more } of countedAddresses(ip))
      await limits.take('code-address', subject, times(codeAddress, more * config.addressLimitFactor))
  if (purpose === 'reset' && !isKnown) await limits.take('reset-elsewhere', dest, resetElsewhere)
  const subject = `${purpose}:${dest}`
  const resend = await limits.tryTake('code-resend', isKnown ? `${subject}:known` : subject, codeResend)
  if (!resend.ok) throw new Refusal('code_too_soon', { retryAfter: resend.retryAfter })
  for (const budget of budgetsOf(purpose)) await limits.take(budgetName(budget), subject, budget)
  const [total, all] = isAnonymous
    ? (['codes-anonymous', codesAnonymous] as const)
    : (['codes-of-people', codesOfPeople] as const)
  if (instead !== 'no_account') return limits.take(total, channel, all)
  // No message leaves, so nothing is counted; the answer is still the one that an account gets.
  if ((await limits.used(total, channel, all)) >= all.max) throw new Refusal('too_many', { retryAfter: all.seconds })
}

export type CodeTry = {
  readonly purpose: CodePurpose
  readonly dest: string
  readonly boundTo?: string
  readonly code: string
}

type TicketKind = {
  readonly purpose: TicketPurpose
  readonly dest: string
  readonly seconds: number
  readonly token?: string
}

/**
 * Uses a code up; a wrong one is a refusal that keeps the consumed try. Anonymous calls do it inside `guardingCodes`.
 * Write what must not stay after it.
 */
export async function useCode(
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
    for (const budget of budgetsOf(purpose)) await limits.giveBack(budgetName(budget), `${purpose}:${dest}`, tx)
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
  const seconds = await secondsLeft(tx, { ...ticket, token }, now())
  if (seconds === undefined) throw wrongCode()
  await tx
    .updateTable('verify_code')
    .set(change => ({ tries: change('tries', '-', 1) }))
    .where('id', '=', right.id)
    .execute()
  return { verify_ticket: token, expire_in: seconds }
}

/** A code was alive, and this was not it: only that is a guess. */
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
    .whereRef('tries', '<', 'max_tries')
    .returning(['id', 'code_hmac', 'used_at'])
    .executeTakeFirst()
  if (!tried) throw wrongCode()
  if (!isSame(tried.code_hmac, secrets.keyed('code', `${purpose}|${dest}|${boundTo}|${code}`))) throw new WrongGuess()
  return tried
}

/**
 * Around each anonymous call that tries a code. Networks are bounded from the start, more tightly once there are too
 * many wrong ones in all. People who are signed in are bounded by their own attempts and never refused here.
 */
export async function guardingCodes<Result>(
  { limits, config }: Services,
  ip: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { wrongCodes, wrongCodesOfNetwork, wrongCodesUnderAttack } = limitTable
  const network = networkOf(ip)
  const attacked = (await limits.used('code-wrong', 'all', wrongCodes)) >= wrongCodes.max
  const ofNetwork = times(attacked ? wrongCodesUnderAttack : wrongCodesOfNetwork, config.addressLimitFactor)
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
export async function voidProofs({ now }: Pick<Services, 'now'>, tx: Transaction, dest: string): Promise<void> {
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

/** A single-use proof that a code was right, for the next step. */
export async function giveTicket(
  { now }: Services,
  tx: Transaction,
  { purpose, dest, seconds, token = randomToken() }: TicketKind,
): Promise<{ verify_ticket: string; expire_in: number }> {
  await tx
    .insertInto('verify_ticket')
    .values({
      purpose,
      dest,
      token_hash: hashOf(token),
      created_at: now(),
      expires_at: new Date(now().getTime() + seconds * 1000),
      used_at: null,
    })
    .execute()
  return { verify_ticket: token, expire_in: seconds }
}

/** Remaining seconds of an unused ticket; undefined if there is none. */
async function secondsLeft(
  tx: Transaction,
  { purpose, dest, token }: TicketKind & { readonly token: string },
  now: Date,
): Promise<number | undefined> {
  const found = await tx
    .selectFrom('verify_ticket')
    .select('expires_at')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('dest', '=', dest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found && Math.ceil((found.expires_at.getTime() - now.getTime()) / 1000)
}

/** Uses a ticket up; one of another destination or purpose is no ticket. */
export async function useTicket(
  { now }: Services,
  tx: Transaction,
  purpose: TicketPurpose,
  dest: string,
  ticket: string,
): Promise<void> {
  const used = await tx
    .updateTable('verify_ticket')
    .set({ used_at: now() })
    .where('token_hash', '=', hashOf(ticket))
    .where('purpose', '=', purpose)
    .where('dest', '=', dest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .returning('id')
    .executeTakeFirst()
  if (!used) throw new Refusal('ticket_invalid')
}

/**
 * Whether a ticket could be used now; checked before a password is hashed, so that no anonymous request makes the
 * service hash.
 */
export async function requireTicket(
  { now }: Services,
  db: Queries,
  purpose: TicketPurpose,
  dest: string,
  ticket: string,
): Promise<void> {
  const found = await db
    .selectFrom('verify_ticket')
    .select('id')
    .where('token_hash', '=', hashOf(ticket))
    .where('purpose', '=', purpose)
    .where('dest', '=', dest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (!found) throw new Refusal('ticket_invalid')
}
