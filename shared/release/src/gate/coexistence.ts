import { idsOf, releaseKey, type Generation } from '@adcoin/contract'
import type { Releases } from '../releases/releases.ts'
import { refuse, type ReleaseRefusal } from '../refusal.ts'
import type { PageReleases } from './candidate.ts'
import { contractAdditive } from './rules/contract-additive.ts'
import { contractRanges } from './rules/contract-ranges.ts'
import { remoteModuleFits } from './rules/remote-module-fits.ts'
import { eventsHaveSpeakers } from './rules/events-have-speakers.ts'
import { routesCollide } from './rules/routes-collide.ts'
import { sharedModulesFit } from './rules/shared-modules-fit.ts'
import { sharedNamesFit } from './rules/shared-names-fit.ts'
import { tabIcons } from './rules/tab-icons.ts'

/** The rules about releases that one page may combine; applied to every generation before it goes live. */
export function checkCoexistence(generation: Generation, releases: Releases): readonly ReleaseRefusal[] {
  const shell = releases.get(releaseKey('shell', generation.apps.shell?.active ?? ''))
  if (!shell)
    return [
      refuse(
        'shell-first',
        'shell',
        'no shell would be live',
        'Publish the shell before or together with the first remote.',
      ),
    ]
  const remotes = Object.entries(generation.apps)
    .filter(([app]) => app !== 'shell')
    .flatMap(([app, entry]) =>
      idsOf(entry).flatMap(id => {
        const release = releases.get(releaseKey(app, id))
        return release ? [{ release, isLive: id === entry.active }] : []
      }),
    )
  const combined: PageReleases = { shell, remotes }
  return [
    contractRanges,
    contractAdditive,
    remoteModuleFits,
    sharedModulesFit,
    sharedNamesFit,
    routesCollide,
    eventsHaveSpeakers,
    tabIcons,
  ].flatMap(rule => rule(combined))
}
