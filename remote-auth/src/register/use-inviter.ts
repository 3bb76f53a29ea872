import { useHost } from '@adcoin/remote'
import { savedInviter } from '@adcoin/session'
import { useState } from 'react'

/**
 * The code that came with the link: sent with the registration, unless the person takes it away. Source: rulings.md R2.
 */
export function useInviter() {
  const host = useHost()
  const [code, setCode] = useState(savedInviter)
  return {
    code,
    remove() {
      host.forgetInviter?.()
      setCode(null)
    },
  }
}
