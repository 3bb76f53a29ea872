import { Main, Screen, Skeleton, ProgressBar } from '@adcoin/ui'
import { useEffect, useState } from 'react'

/** The geometry of a screen that is not there yet. */
export function AreaSkeleton() {
  return (
    <Screen>
      <Main tabs>
        <Skeleton shape="card" lines={2} />
        <Skeleton shape="rows" lines={4} />
      </Main>
    </Screen>
  )
}

/** A change of route that takes longer than this shows the bar. Source: design language, motion. */
const patienceMs = 150

/** The thin bar at the top while the previous screen is still shown. */
export function NavigationProgress({ isRunning }: { isRunning: boolean }) {
  return <ProgressBar active={useLater(isRunning, patienceMs)} />
}

/** `true` once `isOn` has been true for `delayMs`; `false` at once. */
function useLater(isOn: boolean, delayMs: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setLate(true), delayMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isOn, delayMs])
  return isOn && isLate
}
