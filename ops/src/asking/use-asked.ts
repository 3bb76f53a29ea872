import { useCallback, useEffect, useRef, useState } from 'react'
import type { PageRefusal } from '@adcoin/contract/operations'
import { AskRefused, refusalsOf } from './ask.ts'

/** `data` stays while it is asked again, and when that fails: then `refusals` says why it may be old. */
export type Asked<Data> = {
  readonly data: Data | undefined
  readonly refusals: readonly PageRefusal[] | undefined
  /** Nobody is signed in any more. */
  readonly isSignedOut: boolean
  again(): Promise<void>
}

/**
 * Asks at once, and again when `again` is called; the answer to the later question wins.
 *
 * @param everyMs  also by itself, while the page is in sight
 */
export function useAsked<Data>(load: () => Promise<Data>, everyMs?: number): Asked<Data> {
  const [state, setState] = useState<Omit<Asked<Data>, 'again'>>({ ...nothingYet, data: undefined })
  const latest = useRef(0)
  const again = useCallback(async () => {
    const mine = ++latest.current
    try {
      const data = await load()
      if (mine === latest.current) setState({ ...nothingYet, data })
    } catch (error) {
      if (mine !== latest.current) return
      const isSignedOut = error instanceof AskRefused && error.status === 401
      setState(({ data }) => ({ data, refusals: refusalsOf(error), isSignedOut }))
    }
  }, [load])
  const forget = useCallback(() => void latest.current++, [])
  useEffect(() => {
    void again()
    const asksAgain = () => {
      if (!document.hidden) void again()
    }
    document.addEventListener('visibilitychange', asksAgain)
    const timer = everyMs === undefined ? undefined : setInterval(asksAgain, everyMs)
    return () => {
      // What is on its way belongs to a question that nobody has any more.
      forget()
      document.removeEventListener('visibilitychange', asksAgain)
      clearInterval(timer)
    }
  }, [again, forget, everyMs])
  return { ...state, again }
}

const nothingYet = { refusals: undefined, isSignedOut: false } as const
