import {
  listNamedReleases,
  buildReleaseKey,
  type AppChoice,
  type Live,
  type LiveApp,
  type LiveCanary,
  type LiveVersion,
  type Release,
} from '@adcoin/contract'
import type { Releases } from '../releases/releases.ts'

/** What operators decide; the rest of `Live` follows from the releases. */
export type LiveChoice = Pick<Live, 'number' | 'created' | 'revoked' | 'floor' | 'overrides'> & {
  readonly apps: Readonly<Record<string, AppChoice>>
}

/** `live.json` of a choice. @throws if `releases` lacks a named release */
export function buildLive(choice: LiveChoice, releases: Releases): Live {
  const { number, created, apps, revoked, floor, overrides } = choice
  return {
    number,
    created,
    apps: Object.fromEntries(Object.entries(apps).map(([app, entry]) => [app, appOf(app, entry, releases)])),
    revoked,
    floor,
    ...(overrides === undefined ? {} : { overrides }),
  }
}

function appOf(app: string, choice: AppChoice, releases: Releases): LiveApp {
  const releaseOf = (id: string): Release => {
    const release = releases.get(buildReleaseKey(app, id))
    if (!release) throw new Error(`what is live names ${app}/${id}, which was not read`)
    return release
  }
  const { active, previous, canary, stopped } = choice
  const { manifest, tabs } = releaseOf(active)
  return {
    active,
    previous,
    ...(canary ? { canary: orderFields(canary) } : {}),
    ...(stopped === undefined ? {} : { stopped }),
    versions: Object.fromEntries(listNamedReleases(choice).map(id => [id, buildLiveVersion(releaseOf(id))])),
    routes: manifest?.routes ?? [],
    tabs,
  }
}

/** The same canary gives the same bytes, read or planned. */
function orderFields({ release, share, salt, since, number, manual }: LiveCanary): LiveCanary {
  return { release, share, salt, since, number, manual }
}

/** One release as browsers load it, with the hash of each file that they check. */
export function buildLiveVersion(release: Release): LiveVersion {
  const { container, entry, styles, locales, preload, groups } = release
  const texts = new Set(Object.values(locales))
  const checked = release.files.filter(({ path }) => /\.(js|css)$/.test(path) || texts.has(path))
  return {
    ...(container === undefined ? {} : { container }),
    ...{ entry, styles, locales, preload, groups },
    integrity: Object.fromEntries(checked.map(({ path, sha256 }) => [path, sha256])),
  }
}
