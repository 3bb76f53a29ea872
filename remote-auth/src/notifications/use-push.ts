import { pushKinds, pushState, pushSubscribe, pushUnsubscribe, type PushKind } from '@adcoin/contract'
import { send, useSubmit } from '@adcoin/http'
import { useFormCall } from '@adcoin/remote/forms'
import { useEffect, useEffectEvent, useState } from 'react'
import { describeSubscription, findSubscription, isOfKey, subscribe } from './push.ts'

type PushDevice =
  | { readonly is: 'loading' | 'failed' | 'off' | 'denied' }
  | { readonly is: 'on'; readonly kinds: readonly PushKind[] }

/** The kinds that this device shows, and the steps to change them. The permission is asked for in `turnOn` only. */
export function usePush(publicKey: string) {
  const [device, setDevice] = useState<PushDevice>({ is: 'loading' })
  const [isAsking, setAsking] = useState(false)
  const saving = useFormCall(pushSubscribe, {
    doing: 'save',
    onSuccess: (_answer, { kinds }) => setDevice({ is: 'on', kinds }),
  })
  const ending = useSubmit(pushUnsubscribe, { errors: 'toast' })

  async function save(kinds: readonly PushKind[]): Promise<void> {
    await saving.submit({ ...describeSubscription(await subscribe(publicKey)), kinds: [...kinds] })
  }

  /** The browser throws without a network, a worker or its push service. */
  async function attempt(step: () => Promise<void>): Promise<void> {
    setAsking(true)
    try {
      await step()
    } catch {
      setDevice({ is: 'failed' })
    }
    setAsking(false)
  }

  async function read(): Promise<void> {
    if (Notification.permission === 'denied') return setDevice({ is: 'denied' })
    const subscription = await findSubscription()
    if (!subscription) return setDevice({ is: 'off' })
    const kinds = await readKinds(subscription.endpoint)
    setDevice(kinds.length > 0 ? { is: 'on', kinds } : { is: 'off' })
    if (kinds.length > 0 && !isOfKey(subscription, publicKey)) await save(kinds)
  }

  async function turnOff(): Promise<void> {
    const subscription = await findSubscription()
    if (subscription && !(await ending.submit({ endpoint: subscription.endpoint }))) return
    await subscription?.unsubscribe()
    setDevice({ is: 'off' })
  }

  const readFirst = useEffectEvent(() => attempt(read))
  useEffect(() => void readFirst(), [publicKey])

  return {
    device,
    isRunning: isAsking,
    read: () => void attempt(read),
    turnOn: () =>
      void attempt(async () => {
        const permission = await Notification.requestPermission()
        if (permission === 'granted') await save(pushKinds)
        else if (permission === 'denied') setDevice({ is: 'denied' })
      }),
    turnOff: () => void attempt(turnOff),
    /** The last kind that is switched off turns the device off. */
    change: (kinds: readonly PushKind[]) => void attempt(() => (kinds.length > 0 ? save(kinds) : turnOff())),
  }
}

/** Those that this release knows. */
async function readKinds(endpoint: string): Promise<PushKind[]> {
  const { kinds } = await send(pushState, { endpoint })
  return pushKinds.filter(kind => kinds.includes(kind))
}
