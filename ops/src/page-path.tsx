import { useSyncExternalStore } from 'react'
import type { LinkComponentProps } from '@adcoin/ui'

/** The page's path: `/releases`, `/records/audit`. It is behind the `#`, so that the server knows one document. */
export function usePagePath(): string {
  return useSyncExternalStore(subscribe, readPagePath)
}

/** The address of a place of this page. */
export const buildPageHref = (...parts: readonly string[]) => `#/${parts.join('/')}`

/** The links of @adcoin/ui, as places of this page. */
export function OperationsLink({ to, replace: _, ...rest }: LinkComponentProps) {
  return <a href={`#${to}`} {...rest} />
}

function readPagePath(): string {
  return location.hash.slice(1) || '/releases'
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
