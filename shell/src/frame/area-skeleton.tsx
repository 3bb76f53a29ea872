import { Main, Screen, Skeleton } from '@adcoin/ui'

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
