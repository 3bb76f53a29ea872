import { namedReleases, releaseKey, type AppChoice, type Live, type LiveVersion, type Release } from '@adcoin/contract'
import type { Releases } from '../releases/releases.ts'

/** What an operator decides; the rest of `Live` follows from the releases. */
export type Choice = Omit<Live, 'apps'> & { readonly apps: Readonly<Record<string, AppChoice>> }

/** `live.json` of a choice. @throws if `releases` lacks a named release */
export function liveOf({ apps, ...choice }: Choice, releases: Releases): Live {
  const described = Object.entries(apps).map(([app, entry]) => {
    const named = namedReleases(entry).map(id => [id, releaseOf(releases, app, id)] as const)
    const { manifest, tabs } = releaseOf(releases, app, entry.active)
    const { active, previous, canary, stopped } = entry
    return [
      app,
      {
        active,
        previous,
        ...(canary ? { canary } : {}),
        ...(stopped === undefined ? {} : { stopped }),
        versions: Object.fromEntries(named.map(([id, release]) => [id, versionOf(release)])),
        routes: manifest?.routes ?? [],
        tabs,
      },
    ]
  })
  return { ...choice, apps: Object.fromEntries(described) as Live['apps'] }
}

/** One release as browsers load it, with the hash of each file that they compare. */
export function versionOf(release: Release): LiveVersion {
  const { container, entry, styles, locales, preload, groups, files } = release
  const texts = new Set(Object.values(locales))
  const compared = files.filter(({ path }) => /\.(js|css)$/.test(path) || texts.has(path))
  return {
    ...(container === undefined ? {} : { container }),
    entry,
    styles,
    locales,
    preload,
    groups,
    integrity: Object.fromEntries(compared.map(({ path, sha256 }) => [path, sha256])),
  }
}

function releaseOf(releases: Releases, app: string, id: string): Release {
  const release = releases.get(releaseKey(app, id))
  if (!release) throw new Error(`${app}/${id} is named as live, but was not read`)
  return release
}
