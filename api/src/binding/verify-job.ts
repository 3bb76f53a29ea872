import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../database/database.ts'
import { askAgainAt, isAskDue } from '../providers/ask-again-at.ts'
import { serveWebhook } from '../providers/webhook.ts'
import { encodeReason, type ReasonKey } from '../refusals/reasons.ts'
import type { Services } from '../services.ts'
import { readSetting } from '../settings/settings.ts'
import { decideBinding } from './decide-binding.ts'
import { createHttpVerifier } from './http-verifier.ts'
import { keepPictures } from './keep-pictures.ts'
import { sandboxVerifier, type SocialProfile, type SocialVerifier } from './social-verifier.ts'

const verifyJob = 'bind.verify'

/** Asks about each waiting account until there is an answer. */
export function handleVerification(app: FastifyInstance, services: Services): void {
  const { jobs, config } = services
  const verifier = verifierOf(services)
  if (!verifier) return
  jobs.handle(
    verifyJob,
    { run: ({ account, attempt }) => verify(services, verifier, String(account), Number(attempt)) },
    'social',
  )
  if (config.social.provider !== 'http') return
  jobs.every('bind.ask-due', 5, tx => queueQuestions(services, tx))
  serveWebhook(app, services, 'social', config.social, async (tx, key) => {
    const [account, attempt] = key.split('-')
    if (account && attempt) await jobs.enqueue(tx, { kind: verifyJob, payload: { account, attempt: Number(attempt) } })
  })
}

/** The verifier of an account: a provider, else the sandbox, else operators only. */
function verifierOf({ config, now }: Services): SocialVerifier | undefined {
  if (config.social.provider === 'http') return createHttpVerifier(config.social, now)
  return config.sandboxReviewSeconds > 0 ? sandboxVerifier : undefined
}

/** The same for every question about one try. */
const keyOf = (account: string, attempt: number): string => `${account}-${attempt}`

/** Queues the first question, in the transaction that asks for the account. */
export async function beginVerification(
  services: Services,
  tx: Transaction,
  { account, attempt }: { account: string; attempt: number },
): Promise<void> {
  const verifier = verifierOf(services)
  if (!verifier) return
  const { jobs, now, config } = services
  // The sandbox takes about five seconds, and never longer than a review would.
  const waitMs = verifier.name === 'sandbox' ? Math.min(5, config.sandboxReviewSeconds) * 1000 : 0
  await jobs.enqueue(tx, {
    kind: verifyJob,
    payload: { account, attempt },
    runAt: new Date(now().getTime() + waitMs),
    uniqueKey: `bind:${keyOf(account, attempt)}`,
  })
  await tx
    .updateTable('bind_account')
    .set({ verify_asks: 0, verify_said: null, verify_ask_at: askAgainAt(new Date(now().getTime() + waitMs), 1) })
    .where('public_id', '=', account)
    .execute()
}

/** Outside of any transaction, and decided by the rules in force; asked again after a kill, it decides once. */
async function verify(services: Services, verifier: SocialVerifier, id: string, attempt: number): Promise<void> {
  const { database, now } = services
  const request = await database.read
    .selectFrom('bind_account')
    .select(['user_id', 'platform', 'username', 'link', 'challenge', 'status', 'attempt'])
    .where('public_id', '=', id)
    .executeTakeFirst()
  if (!request || request.status !== 1 || request.attempt !== attempt) return
  const answer = await verifier.find({ ...request, key: keyOf(id, attempt) })
  if (answer.state === 'open') {
    await database.transaction(tx =>
      tx.updateTable('bind_account').set({ verify_said: answer.reason }).where('public_id', '=', id).execute(),
    )
    return
  }
  const profile = answer.state === 'found' ? answer.profile : undefined
  const rules = await readSetting(database.read, 'bind_rules')
  const against = reasonAgainst(profile, request.challenge, rules)
  const found = profile && { ...profile, ...(await keepPictures(services, request.user_id, profile)) }
  await database.transaction(tx =>
    decideBinding(
      tx,
      { id, attempt },
      against
        ? { binds: false, reason: encodeReason(against.key, against.values), profile: found }
        : { binds: true, profile: found },
      verifier.name,
      now(),
    ),
  )
}

/** Enqueues a check of each due account. The next time is stored first, so that a crash loses none. */
async function queueQuestions({ now, jobs }: Services, tx: Transaction): Promise<void> {
  const due = await tx
    .selectFrom('bind_account')
    .select(['id', 'public_id', 'attempt', 'verify_asks'])
    .where(isAskDue('verify_ask_at', now()))
    .where('status', '=', 1)
    .orderBy('verify_ask_at')
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const row of due) {
    const asks = row.verify_asks + 1
    await tx
      .updateTable('bind_account')
      .set({ verify_asks: asks, verify_ask_at: askAgainAt(now(), asks) })
      .where('id', '=', row.id)
      .execute()
    await jobs.enqueue(tx, { kind: verifyJob, payload: { account: row.public_id, attempt: row.attempt } })
  }
}

type BindRules = { readonly min_fans: number; readonly min_reg_days: number }

/**
 * The reason why a profile cannot be bound, or undefined. Another person's profile comes before one that is too small.
 */
function reasonAgainst(
  profile: SocialProfile | undefined,
  challenge: string,
  rules: BindRules,
): { key: ReasonKey; values: readonly number[] } | undefined {
  if (!profile) return { key: 'profile_missing', values: [] }
  if (!profile.description.includes(challenge)) return { key: 'challenge_missing', values: [] }
  if (profile.fans < rules.min_fans) return { key: 'few_fans', values: [profile.fans, rules.min_fans] }
  if (profile.regDays < rules.min_reg_days)
    return { key: 'young_account', values: [profile.regDays, rules.min_reg_days] }
  return undefined
}
