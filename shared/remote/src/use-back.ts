import type { Address } from '@adcoin/contract'
import { useLocation, useNavigate } from '@adcoin/router'
import { passBack } from '@adcoin/ui'

/**
 * The action of a back button: back inside the app, or to `fallback` where the person came from outside (a link, a
 * fresh tab).
 */
export function useBack(fallback: Address): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  return () => {
    if (hasEarlierEntry(key)) passBack(() => void navigate(-1))
    else void navigate(fallback, { replace: true })
  }
}

function hasEarlierEntry(key: string): boolean {
  // The browser router numbers its entries in `history.state.idx`; it survives reloads and replaced entries, `key` does
  // not.
  const state: unknown = window.history.state
  if (typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number')
    return state.idx > 0
  return key !== 'default'
}
