import { planAllowance } from '../../operations/plan-allowance.ts'
import { change } from '../change.ts'
import type { Answer, CommandInput } from '../command.ts'
import { Usage } from '../words.ts'

/** Signs for what a rule about scripts forbids, or takes that back. */
export async function run({ open, words, rest, app }: CommandInput): Promise<Answer> {
  const rule = rest[0]
  if (rule === undefined) throw new Usage('allow needs a rule: allow <app> <rule> --why TEXT')
  const places = words.value('places') ?? '1'
  if (!/^[1-9][0-9]{0,2}$/.test(places)) throw new Usage('--places must be a number from 1 to 999')
  const isEnd = words.flag('end')
  if (isEnd && words.value('places') !== undefined) throw new Usage('--end takes all of it back, without --places')
  const why = words.value('why') ?? ''
  const allowance = isEnd ? undefined : { places: Number(places), why }
  const site = await open()
  return change(
    site,
    state => planAllowance(state, app, rule, allowance, { action: 'allow', why }, site),
    words.flag('dry-run'),
  )
}
