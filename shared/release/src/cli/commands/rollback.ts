import { planAct } from '../../operations/acts.ts'
import { change } from '../change.ts'
import type { Answer, CommandInput } from '../command.ts'

/** rollback <app> [--to ID|VERSION] [--even-if-unsafe]: goes back to the previous good release, or to the named one. */
export async function run({ open, words, app }: CommandInput): Promise<Answer> {
  const why = words.value('why') ?? ''
  const evenIfUnsafe = words.flag('even-if-unsafe')
  const act = { action: 'rollback' as const, app, release: words.value('to'), evenIfUnsafe, why }
  const site = await open()
  return change(site, state => planAct(site, state, act), words.flag('dry-run'))
}
