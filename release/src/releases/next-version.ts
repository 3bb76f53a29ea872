import { inc } from 'semver'
import type { Release } from '@adcoin/contract'

type Described = Pick<Release, 'version' | 'manifest'>

/**
 * The version that a release has after the live one, by what others can see of the change: major where an address or an
 * event is gone, minor where one is new, else patch.
 */
export function computeNextVersion(live: Described, next: Described): string {
  const [before, after] = [listVisible(live), listVisible(next)]
  const isGone = before.some(each => !after.includes(each))
  const isMore = after.some(each => !before.includes(each))
  return inc(live.version, isGone ? 'major' : isMore ? 'minor' : 'patch') ?? live.version
}

function listVisible({ manifest }: Described): readonly string[] {
  return [...(manifest?.routes ?? []).map(({ path }) => path), ...(manifest?.events.out ?? [])]
}
