import { useCallback, useEffect, useRef, useState } from 'react'
import type { PageRefusal } from '@adcoin/contract/operations'
import { ServerRefused, toRefusals } from './call-server.ts'

/** `data` stays while it is refetched, and when that fails: then `refusals` contains the reason. */
export type Loaded<Data> = {
  readonly data: Data | undefined
  readonly refusals: readonly PageRefusal[] | undefined
  /** The session is over. */
  readonly isSignedOut: boolean
  reload(): Promise<void>
}

/**
 * Loads at once, and again when `reload` is called; the answer to the later request wins.
 *
 * @param everyMs  also reloads at this interval, while the page is visible and no request is open: otherwise a slow
 * server
 *   would get more and more requests, and each answer would lose to a later request
 */
export function useLoaded<Data>(load: () => Promise<Data>, everyMs?: number): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, 'reload'>>({ ...nothingYet, data: undefined })
  const latest = useRef(0)
  const openCount = useRef(0)
  const reload = useCallback(async () => {
    const mine = ++latest.current
    openCount.current++
    try {
      const data = await load()
      if (mine === latest.current) setState({ ...nothingYet, data })
    } catch (error) {
      if (mine !== latest.current) return
      const isSignedOut = error instanceof ServerRefused && error.status === 401
      setState(({ data }) => ({ data, refusals: toRefusals(error), isSignedOut }))
    } finally {
      openCount.current--
    }
  }, [load])
  const dropResponses = useCallback(() => void latest.current++, [])
  useEffect(() => {
    void reload()
    const reloadIfVisible = () => {
      if (!document.hidden && openCount.current === 0) void reload()
    }
    document.addEventListener('visibilitychange', reloadIfVisible)
    const timer = everyMs === undefined ? undefined : setInterval(reloadIfVisible, everyMs)
    return () => {
      // Responses to an earlier request are dropped.
      dropResponses()
      document.removeEventListener('visibilitychange', reloadIfVisible)
      clearInterval(timer)
    }
  }, [reload, dropResponses, everyMs])
  return { ...state, reload }
}

const nothingYet = { refusals: undefined, isSignedOut: false } as const
