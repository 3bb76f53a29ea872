import { lazy, Suspense } from 'react'

/** Offers to tell the person when a proof was decided, where the browser can and was not asked yet. */
export function PushOffer() {
  const isPossible = 'PushManager' in window && 'Notification' in window && Notification.permission === 'default'
  if (!isPossible) return null
  return (
    <Suspense fallback={null}>
      <LatePushOffer />
    </Suspense>
  )
}

const None = () => null

/** Most people are never asked: the code is a separate file. A file that does not load asks nothing. */
const LatePushOffer = lazy(() =>
  import('./push-offer.tsx').then(
    ({ PushOffer: Loaded }) => ({ default: Loaded }),
    () => ({ default: None }),
  ),
)
