import { planAct } from '../../operations/acts.ts'
import { change } from '../change.ts'
import type { Answer, CommandInput } from '../command.ts'
import { Usage } from '../words.ts'

/**
 * canary <app> [ID|VERSION] --share N [--manual]: puts a release of the store before a share of browsers; without a
 * name the newest one that stands nowhere. --stop ends it.
 */
export async function run({ open, words, rest, app }: CommandInput): Promise<Answer> {
  const why = words.value('why') ?? ''
  const share = words.value('share')
  const isStop = words.flag('stop')
  if (isStop && (share !== undefined || rest.length > 0 || words.flag('manual')))
    throw new Usage('canary <app> --stop takes nothing else but --why')
  if (!isStop && (share === undefined || !/^[1-9][0-9]?$/.test(share) || Number(share) > 50))
    throw new Usage(
      '--share must be a whole number of percent from 1 to 50, because a control group as large stands beside',
    )
  const act = isStop
    ? ({ action: 'stop' } as const)
    : ({ action: 'canary', release: rest[0], share: Number(share), manual: words.flag('manual') } as const)
  const site = await open()
  return change(site, state => planAct(site, state, { ...act, app, why }), words.flag('dry-run'))
}
