import { balance } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { useEffect } from 'react'
import { tellBalance } from '../events.ts'

/** The one balance with price and limits (`fw=true`). Whatever arrives is told to the others. */
export function useBalance() {
  const answer = useCall(balance, { fw: 'true' })
  useEffect(() => {
    if (answer.data) tellBalance(answer.data)
  }, [answer.data])
  return answer
}
