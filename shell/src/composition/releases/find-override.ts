import * as v from 'valibot'
import { AppName, PublishedList, PublishedRelease, ReleaseId, releaseKey, Version } from '@adcoin/contract'
import { overrideKey, type Override, type Overrides } from './override.ts'

/** A page does not wait longer than this for a release that is only tried. */
const answerMs = 3_000

/** `remote-wallet@1.2.3` or `remote-wallet@1.2.3-0a1b2c3d4e5f`; undefined for anything else, the shell included. */
export function readWanted(text: string): { app: string; word: string } | undefined {
  const [app = '', word = '', ...rest] = text.split('@')
  const isApp = v.is(AppName, app) && app !== 'shell'
  return isApp && rest.length === 0 && (v.is(ReleaseId, word) || v.is(Version, word)) ? { app, word } : undefined
}

/** The releases that this browser stored, by app; empty if the storage is blocked or was tampered with. */
export function readChoice(): Readonly<Record<string, string>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(overrideKey) ?? '{}')
    const entries = Object.entries(kept ?? {})
    return Object.fromEntries(entries.filter(([app, id]) => v.is(ReleaseId, id) && readWanted(`${app}@${id}`)))
  } catch {
    return {}
  }
}

/** Keeps the choice of an app, or takes it back. @throws where the browser keeps nothing */
export function choose(app: string, id?: string): void {
  const { [app]: _, ...others } = readChoice()
  const choice = id === undefined ? others : { ...others, [app]: id }
  if (Object.keys(choice).length === 0) localStorage.removeItem(overrideKey)
  else localStorage.setItem(overrideKey, JSON.stringify(choice))
}

/** The overrides of this browser, as the gateway describes them. Never throws. */
export async function findOverrides(): Promise<Overrides> {
  const known = await Promise.all(Object.entries(readChoice()).map(async ([app, id]) => lookUp(app, id)))
  const found: Overrides = {
    in: registry =>
      known.filter(({ app, id }) => registry?.overrides === true && !registry.revoked.includes(releaseKey(app, id))),
    over(registry) {
      const entries = found.in(registry).flatMap(({ app, entry }) => {
        const live = registry.apps[app]
        const previous = live ? [live.active, ...live.previous] : []
        return entry && entry.active.id !== live?.active.id ? [[app, { ...entry, previous }] as const] : []
      })
      return entries.length > 0 ? { ...registry, apps: { ...registry.apps, ...Object.fromEntries(entries) } } : registry
    },
  }
  return found
}

/** @param word  the id of a release, or a version, of which the newest release is meant */
export async function lookUp(app: string, word: string): Promise<Override> {
  const isId = v.is(ReleaseId, word)
  const named = isId ? word : (await listOfPublished())[app]?.find(each => each.id.startsWith(`${word}-`))?.id
  const id = named ?? word
  const there = named === undefined ? undefined : await ask(`/published/${app}/${id}.json`, PublishedRelease)
  // Its scripts come from this origin's own folder of that release, and from nowhere else.
  if (there?.release.id !== id || there.release.path !== `/releases/${app}/${id}`) return { app, id, entry: undefined }
  return { app, id, entry: { active: there.release, routes: there.routes, tabs: there.tabs } }
}

/** The releases that can be tried; none if the gateway does not answer. */
export async function listOfPublished(): Promise<PublishedList> {
  return (await ask('/published.json', PublishedList)) ?? {}
}

async function ask<Schema extends v.GenericSchema>(
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
