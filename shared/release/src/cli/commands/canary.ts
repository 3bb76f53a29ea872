import { releaseKey } from '@adcoin/contract'
import { readLiveState, type LiveState } from '../../operations/live-state.ts'
import { planCanary, planStop } from '../../operations/plan-canary.ts'
import type { Site } from '../../operations/site.ts'
import { Refused, refuse } from '../../refusal.ts'
import { findRelease, releasesThere } from '../../releases/releases-there.ts'
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
  const site = await open()
  const state = await readLiveState(site)
  if (isStop) return change(site, state, planStop(state, app, { action: 'stop', why }, site), words.flag('dry-run'))
  const release = rest[0] ? await findRelease(site, app, rest[0]) : await newest(site, state, app)
  const terms = { share: Number(share), manual: words.flag('manual') }
  return change(site, state, planCanary(state, release, terms, why, site), words.flag('dry-run'))
}

async function newest(site: Site, { generation }: LiveState, app: string) {
  const live = generation?.apps[app]
  const stand = live ? [live.active, ...live.previous] : []
  const found = (await releasesThere(site, app)).find(
    ({ id }) => !stand.includes(id) && id !== live?.stopped && !generation?.revoked.includes(releaseKey(app, id)),
  )
  if (found) return found
  throw new Refused(
    refuse('release-there', app, 'no release of it waits in this store', `Put one there: \`publish ${app} --hold\`.`),
  )
}
