import {
  defaultLanguage,
  isApiCode,
  PushData as PushDataSchema,
  pushKinds,
  type ApiCode,
  type PushData,
  type PushKind,
} from '@adcoin/contract'
import * as v from 'valibot'
import type { JobPayload } from '../jobs/job-row.ts'
import { writeServiceText } from '../refusals/languages.ts'
import type { Services } from '../services.ts'
import { openSessions } from '../sessions/session.ts'
import { deliver } from './deliver.ts'
import { isOwnPushService, isPushService } from './push-hosts.ts'
import type { PushKeys } from './push-keys.ts'

const Job = v.object({
  subscription: v.string(),
  person: v.string(),
  kind: v.picklist(pushKinds),
  path: v.string(),
  at: v.string(),
  seconds: v.number(),
})
type Job = v.InferOutput<typeof Job>

/** Attempts end so long after the event: a service that does not answer by then has lost one notification. */
const retriedMs = 600_000
const firstRetryMs = 5_000

/**
 * Sends one push, outside of any transaction. The push service is asked again a few times, each time after the time
 * that has passed since the event; a browser that it does not know any more is forgotten.
 */
export async function sendPush(services: Services, payload: JobPayload): Promise<void> {
  const { config, now, log } = services
  const job = v.parse(Job, payload)
  const at = Date.parse(job.at)
  const left = at + job.seconds * 1000 - now().getTime()
  if (config.push === null || left <= 0) return
  const subscription = await findSubscription(services, job)
  if (!subscription || !isPushService(subscription.endpoint, config.pushHosts)) return
  const status = await post(config.push, config.pushHosts, subscription, job, Math.ceil(left / 1000)).catch(
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  if (typeof status === 'number' && status >= 200 && status < 300) return
  if (status === 404 || status === 410) return forget(services, subscription)
  const elapsed = Math.max(now().getTime() - at, firstRetryMs)
  const { host } = new URL(subscription.endpoint)
  if (elapsed >= retriedMs) return log.warn({ host, status, kind: job.kind }, 'a push was not delivered')
  throw Object.assign(new Error(`${host}: ${status}`), { retryAt: new Date(now().getTime() + elapsed) })
}

type Subscription = NonNullable<Awaited<ReturnType<typeof findSubscription>>>

/** The browser, if it still belongs to this person, who is signed in there and still wants this kind. */
async function findSubscription({ database, now }: Services, { subscription, person, kind }: Job) {
  const row = await openSessions(database.read, now())
    .innerJoin('push_subscription', 'push_subscription.session_id', 'session.id')
    .select([
      'push_subscription.id',
      'push_subscription.endpoint',
      'push_subscription.p256dh',
      'push_subscription.auth',
      'push_subscription.kinds',
      'app_user.language',
    ])
    .where('push_subscription.id', '=', BigInt(subscription))
    .where('push_subscription.user_id', '=', BigInt(person))
    .executeTakeFirst()
  return row?.kinds.includes(kind) ? row : undefined
}

async function post(
  keys: PushKeys,
  ownHosts: readonly string[],
  { endpoint, p256dh, auth, language }: Subscription,
  { kind, path }: Job,
  seconds: number,
): Promise<number> {
  const data = wordPush(kind, path, isApiCode(language) ? language : defaultLanguage)
  // Loaded at the first push.
  const { default: webPush } = await import('web-push')
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(data), {
    vapidDetails: { subject: keys.contact, publicKey: keys.publicKey, privateKey: keys.privateKey },
    TTL: seconds,
    // A device that was off gets the newest of a kind.
    topic: kind,
    contentEncoding: 'aes128gcm',
  })
  return deliver({ endpoint, headers, body, isOwn: isOwnPushService(new URL(endpoint), ownHosts) })
}

/** No amount and no name: it is shown on a locked screen. */
function wordPush(kind: PushKind, path: string, language: ApiCode): PushData {
  return v.parse(PushDataSchema, {
    kind,
    title: writeServiceText(language, `push.${kind}.title`),
    body: writeServiceText(language, `push.${kind}.body`),
    path,
  })
}

async function forget({ database }: Services, { id, endpoint }: Subscription): Promise<void> {
  await database.transaction(tx =>
    tx.deleteFrom('push_subscription').where('id', '=', id).where('endpoint', '=', endpoint).execute(),
  )
}
