import { useSyncExternalStore } from 'react'
import type { LinkComponentProps } from '@adcoin/ui'

/** The page's path: `/releases`, `/records/audit`. It is behind the `#`, so that the server knows one document. */
export function usePlace(): string {
  return useSyncExternalStore(follow, placeNow)
}

/** The address of a place of this page. */
export const placeOf = (...parts: readonly string[]) => `#/${parts.join('/')}`

/** The links of @adcoin/ui, as places of this page. */
export function PlaceLink({ to, replace: _, ...rest }: LinkComponentProps) {
  return <a href={`#${to}`} {...rest} />
}

function placeNow(): string {
  return location.hash.slice(1) || '/releases'
}

function follow(tell: () => void): () => void {
  addEventListener('hashchange', tell)
  return () => removeEventListener('hashchange', tell)
}
