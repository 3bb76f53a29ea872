import * as v from 'valibot'
import { AppName, LiveApp, LiveVersion, PublishedList, ReleaseId, buildReleaseKey, Version } from '@adcoin/contract'
import { overrideKey, type ApplyOverrides, type Override } from './live.ts'

/** A page waits at most this long for the description of an override. */
const answerMs = 3_000

const { routes, tabs } = LiveApp.entries
/** `/published/<app>/<id>.json`: a release that need not be live. */
const Published = v.object({ version: LiveVersion, routes, tabs })

/** `remote-wallet@1.2.3` or `remote-wallet@1.2.3-0a1b2c3d4e5f`; undefined for anything else, the shell included. */
export function parseOverride(text: string): { app: string; word: string } | undefined {
  const [app = '', word = '', ...rest] = text.split('@')
  const isApp = v.is(AppName, app) && app !== 'shell'
  return isApp && rest.length === 0 && (v.is(ReleaseId, word) || v.is(Version, word)) ? { app, word } : undefined
}

/** The releases that this browser stored, by app; empty if the storage is blocked or was tampered with. */
export function readStoredOverrides(): Readonly<Record<string, string>> {
  try {
    const storedValue: unknown = JSON.parse(localStorage.getItem(overrideKey) ?? '{}')
    const entries = Object.entries(storedValue ?? {})
    return Object.fromEntries(entries.filter(([app, id]) => v.is(ReleaseId, id) && parseOverride(`${app}@${id}`)))
  } catch {
    return {}
  }
}

/** Stores the override of an app, or removes it without an id. @throws if the browser has no storage */
export function storeOverride(app: string, id?: string): void {
  const { [app]: _, ...others } = readStoredOverrides()
  const overrides = id === undefined ? others : { ...others, [app]: id }
  if (Object.keys(overrides).length === 0) localStorage.removeItem(overrideKey)
  else localStorage.setItem(overrideKey, JSON.stringify(overrides))
}

/** The overrides of this browser, with the gateway's descriptions of their releases. Never throws. */
export async function findOverrides(): Promise<ApplyOverrides> {
  const stored = await Promise.all(Object.entries(readStoredOverrides()).map(([app, id]) => findOverride(app, id)))
  return live => {
    const overrides = live.overrides
      ? stored.filter(({ app, id }) => !live.revoked.includes(buildReleaseKey(app, id)))
      : []
    const apps = { ...live.apps }
    for (const { app, id, found } of overrides) {
      const entry = apps[app]
      if (!found || entry?.active === id) continue
      const { version, ...shown } = found
      const previous = entry ? [entry.active, ...entry.previous] : []
      apps[app] = { active: id, previous, versions: { ...entry?.versions, [id]: version }, ...shown }
    }
    return { overrides, live: { ...live, apps } }
  }
}

/** @param word  the id of a release, or a version: then its newest release */
export async function findOverride(app: string, word: string): Promise<Override> {
  const isId = v.is(ReleaseId, word)
  const named = isId ? word : (await listPublished())[app]?.find(each => each.id.startsWith(`${word}-`))?.id
  const found = named === undefined ? undefined : await fetchJson(`/published/${app}/${named}.json`, Published)
  return { app, id: named ?? word, found }
}

/** The releases that an override may name; none if the gateway does not answer. */
export async function listPublished(): Promise<PublishedList> {
  return (await fetchJson('/published.json', PublishedList)) ?? {}
}

async function fetchJson<Schema extends v.GenericSchema>(
  address: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | undefined> {
  try {
    const answer = await fetch(address, {
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(answerMs),
    })
    const parsed = v.safeParse(schema, answer.ok ? await answer.json() : undefined)
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
