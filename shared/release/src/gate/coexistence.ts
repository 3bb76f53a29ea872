import type { Generation, Release } from '@adcoin/contract'
import { releaseKey, type Releases } from '../compose/registry.ts'
import type { Refusal } from '../refusal.ts'
import { contractAdditive } from './rules/contract-additive.ts'
import { contractRanges } from './rules/contract-ranges.ts'
import { doorFits } from './rules/door-fits.ts'
import { eventsHaveSpeakers } from './rules/events-have-speakers.ts'
import { routesCollide } from './rules/routes-collide.ts'
import { sharedModulesFit } from './rules/shared-modules-fit.ts'

/** What can stand in one page: the live shell with the live release of each remote, or with any of its previous ones. */
export type Standing = {
  readonly shell: Release
  readonly remotes: readonly { readonly release: Release; readonly isLive: boolean }[]
}

/** The rules about releases that can stand in one page; asked for every generation before it goes live. */
export function checkCoexistence(generation: Generation, releases: Releases): readonly Refusal[] {
  const shell = releases.get(releaseKey('shell', generation.apps.shell?.active ?? ''))
  if (!shell)
    return [
      {
        rule: 'shell-first',
        place: 'shell',
        says: 'no shell would be live',
        remedy: 'Publish the shell before or together with the first remote.',
      },
    ]
  const remotes = Object.entries(generation.apps)
    .filter(([app]) => app !== 'shell')
    .flatMap(([app, { active, previous }]) =>
      [active, ...previous].flatMap(id => {
        const release = releases.get(releaseKey(app, id))
        return release ? [{ release, isLive: id === active }] : []
      }),
    )
  const standing: Standing = { shell, remotes }
  return [contractRanges, contractAdditive, doorFits, sharedModulesFit, routesCollide, eventsHaveSpeakers].flatMap(
    rule => rule(standing),
  )
}
