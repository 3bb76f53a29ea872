import type { Release } from '@adcoin/contract'
import { refuse, type ReleaseRefusal } from '../../refusal.ts'
import type { PageReleases } from '../candidate.ts'
import { misfits, type Misfit } from '../fits.ts'

type Difference = {
  readonly about: Release
  readonly name: string
  readonly misfits: readonly Misfit[]
  readonly with: Release
}

/**
 * The contract only grows. Every release that one page may combine was built with one contract or another:
 *
 * - an event: each listener, older or newer, understands the payload of each emitter;
 * - a call: the service follows the newest contract, so it accepts the request of the older release and its answer
 * satisfies that release.
 *
 * Compared are the shapes in each `release.json`.
 */
export function contractAdditive({ shell, remotes }: PageReleases): readonly ReleaseRefusal[] {
  const all = [shell, ...remotes.map(({ release }) => release)]
  const reports = all.flatMap(one =>
    all.filter(other => other !== one).flatMap(other => [...eventMisfits(one, other), ...callMisfits(one, other)]),
  )
  return reports.flatMap(({ about, name, misfits: found, with: other }) =>
    found.map(({ at, says }) =>
      refuse(
        'contract-additive',
        `${about.app}/${about.id}: ${name}${at === '' ? '' : `: ${at}`}`,
        `${says} (beside ${other.app}/${other.id})`,
        'Keep what was there and add beside it, or make a new version of the event or a new call and keep the old one.',
      ),
    ),
  )
}

function eventMisfits(speaker: Release, listener: Release): readonly Difference[] {
  return says(speaker).flatMap(name => {
    const [sent, understood] = [
      speaker.uses.events[name],
      listens(listener, name) ? listener.uses.events[name] : undefined,
    ]
    return sent && understood ? [{ about: speaker, name, misfits: misfits(sent, understood), with: listener }] : []
  })
}

/** A remote emits the events of its manifest; the shell, which has no manifest, its own. */
function says({ manifest, uses }: Release): readonly string[] {
  return manifest ? manifest.events.out : Object.keys(uses.events).filter(name => name.startsWith('shell.'))
}

/** The shell listens to whatever it knows: its bus looks at every payload. */
function listens({ manifest }: Release, name: string): boolean {
  return manifest ? manifest.events.in.includes(name) : true
}

function callMisfits(older: Release, newer: Release): readonly Difference[] {
  if (older.created >= newer.created) return []
  return Object.entries(older.uses.calls).flatMap(([name, old]) => {
    const call = newer.uses.calls[name]
    if (!call) return []
    return [
      { about: newer, name: `${name} request`, misfits: misfits(old.request, call.request), with: older },
      { about: newer, name: `${name} response`, misfits: misfits(call.response, old.response), with: older },
    ]
  })
}
