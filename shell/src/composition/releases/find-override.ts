import * as v from 'valibot'
import {
  DevServerRelease,
  PublishedList,
  PublishedRelease,
  releaseKey,
  type Registry,
  type SharedNeeds,
} from '@adcoin/contract'
import { offered } from './offered.ts'
import type { FoundOverrides, Override } from './override.ts'
import { readChoice, type WantedOverride } from './override-choice.ts'

/** A page does not wait longer than this for a release that is only tried. */
const answerMs = 3_000

/**
 * The overrides of this browser, with their description from the gateway or from the dev server on this device. Never
 * throws.
 */
export async function findOverrides(): Promise<FoundOverrides> {
  const known: readonly Override[] = await Promise.all(
    readChoice(() => localStorage).map(async wanted => ({
      app: wanted.app,
      word: wanted.word,
      ...(await lookUp(wanted)),
    })),
  )
  const isAllowed = ({ revoked, overrides }: Registry, { app, entry }: Override) =>
    overrides === true && !revoked.includes(releaseKey(app, entry?.active.id ?? ''))
  const found: FoundOverrides = {
    in: registry => known.filter(each => isAllowed(registry, each)),
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

/**
 * A release or dev server in the form of a registry entry. Without an entry if there is none, if it is inconsistent, or
 * if it uses something that this page lacks; the console explains the last case.
 */
export async function lookUp({ app, word, kind }: WantedOverride): Promise<Pick<Override, 'entry' | 'lacks'>> {
  const there = kind === 'version' ? undefined : await (kind === 'id' ? publishedEntry : serverEntry)(app, word)
  const lacks = await lacking(there?.needs, offered)
  if (lacks === undefined) return { entry: there?.entry }
  console.error(
    `${app} ${word} is not used: it needs ${lacks}. Make a shell live that has it, or build the remote against the live one.`,
  )
  return { entry: undefined, lacks }
}

type There = Pick<Override, 'entry'> & { readonly needs: SharedNeeds | undefined }

/** The id of the newest release of a version; undefined if there is none. */
export async function idOfVersion(app: string, version: string): Promise<string | undefined> {
  const list = await listOfPublished()
  return list?.[app]?.find(({ id }) => id.startsWith(`${version}-`))?.id
}

/** The releases that can be tried; undefined if the gateway does not answer. */
export async function listOfPublished(): Promise<PublishedList | undefined> {
  return ask('/published.json', PublishedList)
}

async function publishedEntry(app: string, id: string): Promise<There | undefined> {
  const published = await ask(`/published/${app}/${id}.json`, PublishedRelease)
  // Its scripts come from this origin's own folder of that release, and from nowhere else.
  if (published?.release.id !== id || published.release.path !== `/releases/${app}/${id}`) return undefined
  return {
    entry: { active: published.release, routes: published.routes, tabs: published.tabs },
    needs: published.needs,
  }
}

/** A dev server's files change all the time: they have no hashes, and a number instead of an id. */
async function serverEntry(app: string, address: string): Promise<There | undefined> {
  const served = await ask(`${address}/dev-release.json`, DevServerRelease)
  if (served?.app !== app) return undefined
  const { entry, styles, routes, tabs, groups, needs } = served
  const id = `0.0.0-${new URL(address).port.padStart(8, '0')}`
  const active = {
    id,
    version: '0.0.0',
    path: address,
    container: 'dev',
    entry,
    styles,
    groups,
    integrity: {},
    preload: {},
  }
  return { entry: { active: { ...active, locales: noLocales }, routes, tabs }, needs }
}

/** A dev server's language files are part of its scripts. */
const noLocales = { en_US: '', zh_TW: '', pt_PT: '', hi_IN: '', es_MX: '', es_ES: '' }

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

/** The shared module that a page provides; undefined if unknown. */
type Offered = (name: string) => Promise<{ version: string; exports: object } | undefined>

/**
 * The exports of shared modules that a remote uses and a page does not have. The gate compares the same before anything
 * is live (`shared-names-fit`); what only one browser tries never passed it, and would end in "undefined is not a
 * function" somewhere in its own code.
 *
 * @returns `Badge of @adcoin/ui (needs ^1.3.0, this page has 1.2.0)`, several with `; ` between; undefined where
 *   nothing is lacking
 */
async function lacking(needs: SharedNeeds | undefined, offered: Offered): Promise<string | undefined> {
  const found = await Promise.all(
    Object.entries(needs?.names ?? {}).map(async ([module, names]) => {
      const there = await offered(module).catch(() => undefined)
      const absent = there ? names.filter(name => !(name in there.exports)) : []
      if (!there || absent.length === 0) return []
      return [`${absent.join(', ')} of ${module} (needs ${needs?.modules[module]}, this page has ${there.version})`]
    }),
  )
  return found.flat().join('; ') || undefined
}
