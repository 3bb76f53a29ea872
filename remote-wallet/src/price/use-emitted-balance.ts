import { useBalance as useSharedBalance } from '@adcoin/remote/pages'
import { useEffect } from 'react'
import { emitBalance } from '../events.ts'

/** The balance of the person; each answer is also emitted to the other areas. */
export function useEmittedBalance() {
  const query = useSharedBalance()
  useEffect(() => {
    if (query.data) emitBalance(query.data)
  }, [query.data])
  return query
}
