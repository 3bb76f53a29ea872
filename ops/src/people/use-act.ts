import { useCallback, useState } from 'react'
import type { PageRefusal } from '@adcoin/contract/operations'
import { refusalsOf } from '../asking/ask.ts'

/** One act at a time: whether it runs, and why it was refused. */
export function useAct() {
  const [isBusy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState<readonly PageRefusal[]>()
  const act = useCallback(async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    setRefusals(undefined)
    try {
      await work()
    } catch (error) {
      setRefusals(refusalsOf(error))
    } finally {
      setBusy(false)
    }
  }, [])
  return { isBusy, refusals, act }
}
