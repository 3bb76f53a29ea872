import { events } from '@adcoin/contract'
import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'

/** The contract has the events of the manifest, in that version; a remote emits only its own. */
export const knownEvents: CandidateRule = ({ app, build }) => {
  if (!build.manifest) return []
  const owner = app.replace(/^remote-/, '')
  const versions = new Map<string, number>(Object.entries(events).map(([name, event]) => [name, event.version]))
  const say = (reference: string, says: string, remedy: string) =>
    refuse('events', `${app}: remote.json: ${reference}`, says, remedy)
  const unknown = [...build.manifest.events.out, ...build.manifest.events.in].flatMap(reference => {
    const [name = '', version = ''] = reference.split('@')
    const known = versions.get(name)
    if (known === undefined)
      return [
        say(
          reference,
          'the contract has no such event',
          'Add it to shared/contract/src/events.ts, or correct the name.',
        ),
      ]
    return known === Number(version)
      ? []
      : [say(reference, `the contract has version ${known}`, 'Build against the current contract.')]
  })
  const foreign = build.manifest.events.out.filter(reference => !reference.startsWith(`${owner}.`))
  return [
    ...unknown,
    ...foreign.map(reference =>
      say(reference, `only its owner may say it, and that is not ${owner}`, 'Remove it from "out".'),
    ),
  ]
}
