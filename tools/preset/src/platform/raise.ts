import { gt, inc, major, satisfies } from 'semver'
import type { Platform, Shapes } from './platform.ts'

/** Names, as `@adcoin/ui: Button`, that differ from what was written last. */
export type PlatformDifference = {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly gone: readonly string[]
}

/** Compares the platform with the sources. A library that no longer fits what was built with it counts as gone. */
export function comparePlatform({ names }: Platform, now: Shapes): PlatformDifference {
  const before = entriesOf(names)
  const current = new Map(entriesOf(now).map(([group, name, shape]) => [`${group}: ${name}`, shape]))
  const known = new Set(before.map(([group, name]) => `${group}: ${name}`))
  const differing = before.filter(([group, name, { shape }]) => current.get(`${group}: ${name}`) !== shape)
  const isGone = ([group, name, { shape }]: (typeof before)[number]) => {
    const next = current.get(`${group}: ${name}`)
    return next === undefined || (group === 'libraries' && !satisfies(next, `^${shape}`))
  }
  const formatNames = (entries: typeof before) => entries.map(([group, name]) => `${group}: ${name}`)
  return {
    added: [...current.keys()].filter(name => !known.has(name)),
    changed: formatNames(differing.filter(entry => !isGone(entry))),
    gone: formatNames(differing.filter(isGone)),
  }
}

/**
 * The platform at the version that its changes ask for: a major where something is gone, a minor where something is new
 * or declared otherwise. A higher version that a person wrote is kept. From a major on every name counts as new: no
 * older shell has any of them for a remote that is built now.
 */
export function raisePlatform(platform: Platform, now: Shapes): Platform {
  const { added, changed, gone } = comparePlatform(platform, now)
  const kind = gone.length > 0 ? 'major' : added.length + changed.length > 0 ? 'minor' : undefined
  // Each raise leaves its version at a name, so that a version above all of them was written by a person.
  const last = entriesOf(platform.names).reduce((most, [, , { since }]) => (gt(since, most) ? since : most), '0.0.0')
  const least = kind ? (inc(last, kind) ?? last) : last
  const version = gt(platform.version, least) ? platform.version : least
  const names = Object.entries(now).map(([group, shapes]) => {
    const entries = Object.entries(shapes).map(([name, shape]) => {
      const before = platform.names[group]?.[name]
      const isKept = before?.shape === shape && major(before.since) === major(version)
      return [name, { since: isKept ? before.since : version, shape }] as const
    })
    return [group, Object.fromEntries(entries)] as const
  })
  return { version, names: Object.fromEntries(names) }
}

function entriesOf<Value>(
  names: Readonly<Record<string, Readonly<Record<string, Value>>>>,
): readonly (readonly [group: string, name: string, value: Value])[] {
  return Object.entries(names).flatMap(([group, each]) =>
    Object.entries(each).map(([name, value]) => [group, name, value] as const),
  )
}
