import * as v from 'valibot'
import { AppName, Live, LiveApp, type ReleaseTab } from '@adcoin/contract'
import { matchPath } from '@adcoin/router'

/** A route of a live remote: a pattern (`/task/:taskId`). */
export type AreaRoute = { app: string; path: string }
/** A tab with its labels in six languages. */
export type AreaTab = ReleaseTab & { app: string }

/** A slower answer is aborted, so that the next poll can start. */
export const answerMs = 10_000
/** `problems`: the value, or apps of it, are missing, broken or forged. */
type LiveReading = { live: Live | undefined; problems: string[] }

/**
 * Validates a value app by app: a forged or broken entry removes only its app. Paths of files are relative to the
 * folder of their app and release.
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
    // A server or an editor may have added a byte-order mark or a NUL.
    return readLive(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)))
  } catch {
    return { live: undefined, problems: ['live_unreadable'] }
  }
}

/**
 * Reads `/live.json`; undefined without an answer. An unreadable answer is fetched once more past the cache, which
 * would return wrong bytes as long as the host answers 304.
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

/** Every route of every live remote. No two remotes share one: the release gate refuses that. */
export function listRoutes(live: Live | undefined): readonly AreaRoute[] {
  return Object.entries(live?.apps ?? {}).flatMap(([app, { routes }]) => routes.map(({ path }) => ({ app, path })))
}

/** Tabs of the live remotes, left to right; equal orders go by app name. */
export function listTabs(live: Live | undefined): readonly AreaTab[] {
  const tabs = Object.entries(live?.apps ?? {}).flatMap(([app, entry]) => entry.tabs.map(tab => ({ app, ...tab })))
  return tabs.sort((a, b) => a.order - b.order || (a.app < b.app ? -1 : 1))
}

/** The route of a path, in any order of declaration: a literal part wins over a parameter. */
export function findRoute(routes: readonly AreaRoute[], pathname: string): AreaRoute | undefined {
  const countParameters = ({ path }: AreaRoute) => path.split('/:').length
  const found = routes.filter(route => matchPath({ path: route.path, end: true }, pathname))
  return found.sort((a, b) => countParameters(a) - countParameters(b))[0]
}
