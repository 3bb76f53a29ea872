import { gt, inc, major } from 'semver'
import type { Exports, PublicApi } from './public-api.ts'

/** Changes of a package since its version was last raised: `@adcoin/ui: Button`. */
export type PublicApiDifference = {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

/** Compares what a package offers now with what is recorded. */
export function differenceOf(publicApi: PublicApi, exports: Exports): PublicApiDifference {
  const before = new Map(entriesOf(publicApi.exports).map(([name, { shape }]) => [name, shape]))
  const now = new Map(entriesOf(exports))
  return {
    added: [...now.keys()].filter(name => !before.has(name)),
    changed: [...now.keys()].filter(name => before.has(name) && before.get(name) !== now.get(name)),
    removed: [...before.keys()].filter(name => !now.has(name)),
  }
}

/**
 * The lowest version for the difference: nothing may be removed within a major version, and additions are a minor one.
 */
export function leastVersion(publicApi: PublicApi, { added, changed, removed }: PublicApiDifference): string {
  if (removed.length > 0) return inc(publicApi.version, 'major') ?? publicApi.version
  return added.length + changed.length > 0 ? (inc(publicApi.version, 'minor') ?? publicApi.version) : publicApi.version
}

/**
 * The record of a package at its next version.
 *
 * @param written  the version in its package.json: a higher one than is needed is kept
 */
export function raised(publicApi: PublicApi, now: Exports, written: string): PublicApi {
  const least = leastVersion(publicApi, differenceOf(publicApi, now))
  const version = gt(written, least) ? written : least
  const isNewMajor = major(version) !== major(publicApi.version)
  const exports = Object.entries(now).map(([module, shapes]) => {
    const entries = Object.entries(shapes).map(([name, shape]) => {
      const before = publicApi.exports[module]?.[name]
      return [name, { since: before?.shape === shape && !isNewMajor ? before.since : version, shape }] as const
    })
    return [module, Object.fromEntries(entries)] as const
  })
  return { version, exports: Object.fromEntries(exports) }
}

function entriesOf<Value>(
  exports: Readonly<Record<string, Readonly<Record<string, Value>>>>,
): readonly (readonly [string, Value])[] {
  return Object.entries(exports).flatMap(([module, names]) =>
    Object.entries(names).map(([name, value]) => [`${module}: ${name}`, value] as const),
  )
}
