import { useCallback, useEffect, useRef, useState } from 'react'
import type { PageRefusal } from '@adcoin/contract/operations'
import { AskRefused, refusalsOf } from './ask.ts'

/** `data` stays while it is refetched, and when that fails: then `refusals` contains the reason. */
export type Loaded<Data> = {
  readonly data: Data | undefined
  readonly refusals: readonly PageRefusal[] | undefined
  /** The session is over. */
  readonly isSignedOut: boolean
  again(): Promise<void>
}

/**
 * Asks at once, and again when `again` is called; the answer to the later question wins.
 *
 * @param everyMs  also by itself, while the page is in sight and no question is open: a server that is slower than this
 *   would be asked more and more, and each answer would be dropped for a later question
 */
export function useLoaded<Data>(load: () => Promise<Data>, everyMs?: number): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, 'again'>>({ ...nothingYet, data: undefined })
  const latest = useRef(0)
  const openCount = useRef(0)
  const again = useCallback(async () => {
    const mine = ++latest.current
    openCount.current++
    try {
      const data = await load()
      if (mine === latest.current) setState({ ...nothingYet, data })
    } catch (error) {
      if (mine !== latest.current) return
      const isSignedOut = error instanceof AskRefused && error.status === 401
      setState(({ data }) => ({ data, refusals: refusalsOf(error), isSignedOut }))
    } finally {
      openCount.current--
    }
  }, [load])
  const forget = useCallback(() => void latest.current++, [])
  useEffect(() => {
    void again()
    const asksAgain = () => {
      if (!document.hidden && openCount.current === 0) void again()
    }
    document.addEventListener('visibilitychange', asksAgain)
    const timer = everyMs === undefined ? undefined : setInterval(asksAgain, everyMs)
    return () => {
      // Responses to an earlier request are dropped.
      forget()
      document.removeEventListener('visibilitychange', asksAgain)
      clearInterval(timer)
    }
  }, [again, forget, everyMs])
  return { ...state, again }
}

const nothingYet = { refusals: undefined, isSignedOut: false } as const
