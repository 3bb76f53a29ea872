import { createECDH } from 'node:crypto'
import { pushKey, pushState, pushSubscribe, pushUnsubscribe } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { serve, type CallRequest } from '../http/serve.ts'
import { limitTable } from '../limits/table.ts'
import { refuseField, Refusal } from '../refusals/refusal.ts'
import type { Register, Services } from '../services.ts'
import { lockSignedIn } from '../sessions/lock-person.ts'
import { pushJob } from './add-push.ts'
import { isPushService } from './push-hosts.ts'
import { sendPush } from './send-push.ts'

/** Of one person; the browser that was not renewed for the longest time goes. */
export const mostSubscriptions = 10
const calls = [limitTable.pushCalls]

/** Notifications outside the app: browsers that are notified, and the sending to their push services. */
export const registerPush: Register = (app, services) => {
  servePushCalls(app, services)
  services.jobs.handle(pushJob, { run: payload => sendPush(services, payload) }, 'push')
  services.operators.command({
    name: 'push-keys',
    usage: '',
    help: 'Makes a new pair of keys for PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY; nothing is stored',
    run: async () => {
      const { publicKey, privateKey } = (await import('web-push')).default.generateVAPIDKeys()
      return { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey }
    },
  })
}

function servePushCalls(app: FastifyInstance, services: Services): void {
  const { config, database } = services
  serve(app, pushKey, async () => ({ public_key: config.push?.publicKey ?? null }))
  serve(
    app,
    pushState,
    async ({ input, person }) => {
      const row = await database.read
        .selectFrom('push_subscription')
        .select('kinds')
        .where('endpoint', '=', input.endpoint)
        .where('session_id', '=', person.sessionId)
        .executeTakeFirst()
      return { kinds: row?.kinds ?? [] }
    },
    { limits: calls },
  )
  serve(app, pushSubscribe, request => subscribe(services, request), { limits: calls })
  serve(
    app,
    pushUnsubscribe,
    async ({ input, person, transact }) =>
      transact(async tx => {
        await tx
          .deleteFrom('push_subscription')
          .where('endpoint', '=', input.endpoint)
          .where('user_id', '=', person.id)
          .execute()
        return {}
      }),
    { limits: calls },
  )
}

async function subscribe({ config, now }: Services, { input, person, transact }: CallRequest<typeof pushSubscribe>) {
  if (config.push === null) throw new Refusal('unavailable')
  const { endpoint, p256dh, auth } = input
  if (!isPushService(endpoint, config.pushHosts)) throw refuseField('endpoint')
  if (!isPoint(p256dh)) throw refuseField('p256dh')
  if (Buffer.from(auth, 'base64url').length !== 16) throw refuseField('auth')
  const device = {
    ...{ session_id: person.sessionId, user_id: person.id, p256dh, auth, updated_at: now() },
    kinds: [...new Set(input.kinds)],
  }
  return transact(async tx => {
    await lockSignedIn(tx, person)
    await tx
      .insertInto('push_subscription')
      .values({ ...device, endpoint })
      .onConflict(conflict => conflict.column('endpoint').doUpdateSet(device))
      .execute()
    await tx
      .deleteFrom('push_subscription')
      .where('id', 'in', beyond =>
        beyond
          .selectFrom('push_subscription')
          .select('id')
          .where('user_id', '=', person.id)
          .orderBy('updated_at', 'desc')
          .orderBy('id', 'desc')
          .offset(mostSubscriptions),
      )
      .execute()
    return {}
  })
}

/** Whether messages can be encrypted for it. */
function isPoint(p256dh: string): boolean {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    const point = Buffer.from(p256dh, 'base64url')
    return point.length === 65 && own.computeSecret(point).length > 0
  } catch {
    return false
  }
}
