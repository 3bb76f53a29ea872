import { type queryClient, writeCache } from './cache.ts'
import { HttpFailure } from './failure.ts'
import { report } from './reports.ts'
import { send } from './send.ts'
import { useCallBy, type useCall } from './use-call.ts'
import { usePagesBy, type usePages } from './use-pages.ts'
import { useSubmitBy, type useSubmit } from './use-submit.ts'

/**
 * The remote that may write the cached answer of a call; every other answer is the shell's. Here and not in the
 * contract, of which each remote brings the copy that it was built with. Paths: the calls bring their schemas.
 */
export const writers: Readonly<Record<string, string | undefined>> = {
  '/app/user/setting': 'auth',
  '/app/user/devices': 'auth',
  '/app/user/finance/balance': 'wallet',
  '/app/w/log': 'wallet',
}

/** Of one remote in one page, for reads and for writes alike; a person at work needs a tenth. */
export const mostRequestsPerMinute = 240

type Owned = {
  send: typeof send
  useCall: typeof useCall
  usePages: typeof usePages
  useSubmit: typeof useSubmit
  writeCache: typeof writeCache
  /** The whole cache is the shell's. */
  queryClient: typeof queryClient | undefined
}

/**
 * What one remote gets in place of the package's own functions. For the shell, which hands it to each remote.
 * Beyond `mostRequestsPerMinute` a request is not sent and fails as broken; reads do not use up what writes may. An
 * answer of another app is not written into the cache. Both are reported once, in the remote's name.
 *
 * @param app  `wallet`
 */
export function httpOf(app: string): Owned {
  const told = new Set<string>()
  const tell = (what: string) => {
    if (!told.has(what)) report({ type: 'misused', app, what })
    told.add(what)
  }
  const counts = { GET: { since: -Infinity, seen: 0 }, POST: { since: -Infinity, seen: 0 } }
  const sendOwn: typeof send = (call, input, options) => {
    const count = counts[call.method]
    const now = performance.now()
    if (now - count.since > 60_000) Object.assign(count, { since: now, seen: 0 })
    if (++count.seen <= mostRequestsPerMinute) return send(call, input, options)
    tell(`over ${mostRequestsPerMinute} requests a minute: ${call.path}`)
    return Promise.reject(new HttpFailure('broken'))
  }
  return {
    send: sendOwn,
    useCall: (call, input, options) => useCallBy(sendOwn, call, input, options),
    usePages: (call, input, options) => usePagesBy(sendOwn, call, input, options),
    useSubmit: (call, options) => useSubmitBy(sendOwn, call, options),
    writeCache(call, input, updater) {
      if (writers[call.path] === app) writeCache(call, input, updater)
      else tell(`wrote the cached answer of ${call.path}`)
    },
    queryClient: undefined,
  }
}
