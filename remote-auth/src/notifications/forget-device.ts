import { pushUnsubscribe } from '@adcoin/contract'
import { send } from '@adcoin/http'
import { findSubscription } from './push.ts'

/** A logout does not wait longer for the service. */
const mostMs = 1_500

/** Before a logout: the next person at this device sees nothing of this one. Never throws. */
export async function forgetDevice(): Promise<void> {
  try {
    const subscription = await findSubscription()
    if (!subscription) return
    void subscription.unsubscribe().catch(() => undefined)
    const signal = AbortSignal.timeout(mostMs)
    await send(pushUnsubscribe, { endpoint: subscription.endpoint }, { errors: 'page', signal })
  } catch {
    // The service drops a device as soon as its push service has forgotten it.
  }
}
