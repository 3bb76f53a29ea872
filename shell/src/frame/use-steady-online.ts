import { useOnline } from '@adcoin/ui'
import { useEffect, useState } from 'react'

/** A flickering connection is reported once; it counts as back after this time. */
const steadyMs = 5_000

/** Like `useOnline`, but a connection that has just come back does not count yet. */
export function useSteadyOnline(): boolean {
  const isOnline = useOnline()
  const [isSteady, setSteady] = useState(isOnline)
  if (!isOnline && isSteady) setSteady(false)
  useEffect(() => {
    if (!isOnline || isSteady) return undefined
    const timer = setTimeout(setSteady, steadyMs, true)
    return () => clearTimeout(timer)
  }, [isOnline, isSteady])
  return isOnline && isSteady
}
