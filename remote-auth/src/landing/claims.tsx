import { useEffect, useState, type ComponentType } from 'react'
import { ClaimList, useKnownClaims } from './claim-list.tsx'

/**
 * The company's claims: those that the page was prerendered with, and the service's own once the file that can ask it
 * has arrived. Source: rulings.md R8.
 */
export function Claims() {
  const [Told, setTold] = useState<ComponentType>()
  useEffect(
    () =>
      void import(/* webpackChunkName: "shared" */ './told-claims.tsx').then(
        ({ ToldClaims }) => setTold(() => ToldClaims),
        () => undefined,
      ),
    [],
  )
  const known = useKnownClaims()
  return Told ? <Told /> : <ClaimList claims={known} />
}
