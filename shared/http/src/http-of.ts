import { type queryClient, writeCache } from './cache.ts'
import type { client } from './client.ts'
import { HttpFailure } from './failure.ts'
import { emitReport } from './reports.ts'
import { send } from './send.ts'
import { useCallBy, type useCall } from './use-call.ts'
import { usePagesBy, type usePages } from './use-pages.ts'
import { useSubmitBy, type useSubmit } from './use-submit.ts'

/**
 * The remote that may write the cached answer of a call; only the shell writes all others. Not part of the contract,
 * because each remote bundles its own copy of it. Paths instead of calls: importing a call would bundle its schemas.
 */
export const writers: Readonly<Record<string, string | undefined>> = {
  '/app/user/setting': 'auth',
  '/app/user/devices': 'auth',
  '/app/user/passkeys': 'auth',
  '/app/user/finance/balance': 'wallet',
  '/app/w/log': 'wallet',
}

/** Limit for one remote in one page, for reads and for writes separately. A busy person needs a tenth of it. */
export const mostRequestsPerMinute = 240

type RemoteHttp = {
  send: typeof send
  useCall: typeof useCall
  usePages: typeof usePages
  useSubmit: typeof useSubmit
  writeCache: typeof writeCache
  /** Only the shell may use the whole cache. */
  queryClient: typeof queryClient | undefined
  /** A remote sends through `send`, which counts its requests. */
  client: typeof client | undefined
}

/**
 * The functions of this package for one remote; the shell puts them into its share scope. Above
 * `mostRequestsPerMinute` a request is not sent and fails as broken. Reads and writes are counted separately. Cached
 * answers of other apps are not written. Both violations are reported once, with the remote's name.
 *
 * @param app  `wallet`
 */
export function httpOf(app: string): RemoteHttp {
  const reported = new Set<string>()
  const reportOnce = (what: string) => {
    if (!reported.has(what)) emitReport({ type: 'misused', app, what })
    reported.add(what)
  }
  const counts = { GET: { since: -Infinity, seen: 0 }, POST: { since: -Infinity, seen: 0 } }
  const sendOwn: typeof send = (call, input, options) => {
    const count = counts[call.method]
    const now = performance.now()
    if (now - count.since > 60_000) Object.assign(count, { since: now, seen: 0 })
    if (++count.seen <= mostRequestsPerMinute) return send(call, input, options)
    reportOnce(`over ${mostRequestsPerMinute} requests a minute: ${call.path}`)
    return Promise.reject(new HttpFailure('broken'))
  }
  return {
    send: sendOwn,
    useCall: (call, input, options) => useCallBy(sendOwn, call, input, options),
    usePages: (call, input, options) => usePagesBy(sendOwn, call, input, options),
    useSubmit: (call, options) => useSubmitBy(sendOwn, call, options),
    writeCache(call, input, updater) {
      if (writers[call.path] === app) writeCache(call, input, updater)
      else reportOnce(`wrote the cached answer of ${call.path}`)
    },
    queryClient: undefined,
    client: undefined,
  }
}
