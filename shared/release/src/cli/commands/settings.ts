import { planRenewal } from '../../operations/renewal.ts'
import { readLiveState, type LiveState } from '../../operations/live-state.ts'
import { planOverrides } from '../../operations/plan.ts'
import { Refused, refuse } from '../../refusal.ts'
import { change } from '../change.ts'
import { Usage, type CommandAnswer, type CommandInput } from '../command-line.ts'

/** overrides on|off: whether a browser of this deployment may try a release that is not live, or a dev server. */
export async function overrides({ open, words, rest }: CommandInput): Promise<CommandAnswer> {
  const [wanted] = rest
  if (wanted !== 'on' && wanted !== 'off') throw new Usage('Say overrides on, or overrides off.')
  const site = await open()
  const state = await readLiveState(site)
  if (!state.generation)
    throw new Refused(refuse('live', 'current', 'nothing is live', 'Publish the shell and the remotes first.'))
  if ((state.generation.overrides === true) === (wanted === 'on'))
    return {
      data: { ok: true, generation: state.number, action: 'overrides', overrides: wanted, changes: [] },
      lines: [`Overrides are ${wanted} already; nothing changed.`],
    }
  const because = { action: 'overrides' as const, why: words.value('why') ?? '' }
  const planFor = (now: LiveState) => planOverrides(now, wanted === 'on', because, site)
  return change(site, planFor, words.flag('dry-run'), state)
}

/** renew [--accept-set-back]: the same releases as a new generation, signed today. */
export async function renew({ open, words }: CommandInput): Promise<CommandAnswer> {
  const opened = await open()
  const { site, planFor } = await planRenewal(opened, words.value('why') ?? 'renewed', words.flag('accept-set-back'))
  return change(site, planFor, words.flag('dry-run'))
}
