import { useEffect } from 'react'
import type { Address } from '@adcoin/contract'
import { useNavigate, type NavigateFunction } from '@adcoin/router'

let navigate: NavigateFunction | undefined

/** Navigates from outside of the components; before the first render it changes the address that will be rendered. */
export function goTo(path: string): void {
  if (navigate) void navigate(path as Address, { replace: true })
  else window.history.replaceState(null, '', path)
}

export function useNavigator(): void {
  const current = useNavigate()
  useEffect(() => {
    navigate = current
  }, [current])
}
