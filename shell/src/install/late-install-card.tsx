import { Suspense } from 'react'
import { createLazyPage } from '@adcoin/remote'
import { useCell } from '../frame/cell.ts'
import { LastResort } from '../frame/last-resort.tsx'
import { installOffer } from './install-offer.ts'

const card = createLazyPage(() => import(/* webpackChunkName: "later" */ './install-card.tsx'))

/** Nothing of it is fetched where the browser offers nothing. */
export function LateInstallCard() {
  if (!useCell(installOffer)) return null
  return (
    <LastResort onFailure={() => undefined} fallback={() => null}>
      <Suspense fallback={null}>
        <card.Page />
      </Suspense>
    </LastResort>
  )
}
