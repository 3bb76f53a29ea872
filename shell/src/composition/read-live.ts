import * as v from 'valibot'
import { AppName, Live, LiveApp, type ReleaseTab } from '@adcoin/contract'
import { matchPath } from '@adcoin/router'

/** A route of a live remote: a pattern (`/task/:taskId`). */
export type AreaRoute = { app: string; path: string }
/** A tab with its labels in six languages. */
export type AreaTab = ReleaseTab & { app: string }

/** An answer that takes longer is given up, so that the next question can be asked. */
export const answerMs = 10_000
/** `problems`: the value, or apps of it, are missing, broken or forged. */
type LiveReading = { live: Live | undefined; problems: string[] }

/**
 * Checks a value app by app: one forged or broken entry costs that app alone. Files lie in the folder of their app and
 * release, whatever is written.
 */
export function readLive(value: unknown): LiveReading {
  const frame = v.safeParse(v.object({ ...Live.entries, apps: v.record(v.string(), v.unknown()) }), value)
  if (!frame.success) return { live: undefined, problems: ['live_invalid'] }
  const problems: string[] = []
  const apps = Object.entries(frame.output.apps).flatMap(([app, entry]) => {
    const read = v.safeParse(LiveApp, entry)
    if (v.is(AppName, app) && read.success) return [[app, read.output] as const]
    problems.push(`entry_refused ${app.slice(0, 40)}`)
    return []
  })
  return { live: { ...frame.output, apps: Object.fromEntries(apps) }, problems }
}

export function parseLive(text: string): LiveReading {
  try {
    // A server or an editor may have put a byte-order mark or a NUL around it.
    return readLive(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)))
  } catch {
    return { live: undefined, problems: ['live_unreadable'] }
  }
}

/**
 * Undefined without an answer. A cache would return wrong bytes for as long as the host answers 304: an unreadable
 * answer is fetched once more past the cache.
 */
export async function fetchLive(): Promise<LiveReading | undefined> {
  const signal = AbortSignal.timeout(answerMs)
  const request = async (cache: RequestCache) => {
    const answer = await fetch('/live.json', { credentials: 'omit', redirect: 'error', signal, cache })
    return answer.ok ? parseLive(await answer.text()) : undefined
  }
  try {
    const read = await request('no-cache')
    return read && read.problems.length > 0 ? await request('reload') : read
  } catch {
    return undefined
  }
}

/** Every route of every live remote. Two remotes cannot have the same one: the release gate refuses it. */
export function listRoutes(live: Live | undefined): readonly AreaRoute[] {
  return Object.entries(live?.apps ?? {}).flatMap(([app, { routes }]) => routes.map(({ path }) => ({ app, path })))
}

/** Tabs of the live remotes, left to right; equal orders go by app name. */
export function listTabs(live: Live | undefined): readonly AreaTab[] {
  const tabs = Object.entries(live?.apps ?? {}).flatMap(([app, entry]) => entry.tabs.map(tab => ({ app, ...tab })))
  return tabs.sort((a, b) => a.order - b.order || (a.app < b.app ? -1 : 1))
}

/** The route that a path belongs to, in whichever order they are declared: a literal part wins over a parameter. */
export function findRoute(routes: readonly AreaRoute[], pathname: string): AreaRoute | undefined {
  const countParameters = ({ path }: AreaRoute) => path.split('/:').length
  const found = routes.filter(route => matchPath({ path: route.path, end: true }, pathname))
  return found.sort((a, b) => countParameters(a) - countParameters(b))[0]
}
