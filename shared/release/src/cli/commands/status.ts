import { releaseKey } from '@adcoin/contract'
import { statusOf } from '../../operations/status.ts'
import type { Answer, CommandInput } from '../command.ts'

/** status: what is live, what stands behind it, and whether a rollback is safe. */
export async function run({ open }: CommandInput): Promise<Answer> {
  const site = await open()
  const status = await statusOf(site)
  const apps = Object.entries(status.apps).flatMap(([app, { active, previous, others, rollback }]) => [
    `${app.padEnd(14)} ${active.id}  live${toldUntried(active.untried)}`,
    ...previous.map(({ id, untried }) => `${''.padEnd(14)} ${id}  previous${toldUntried(untried)}`),
    ...others.map(
      id => `${''.padEnd(14)} ${id}  in the store${status.revoked.includes(releaseKey(app, id)) ? ', revoked' : ''}`,
    ),
    `${''.padEnd(14)} rollback ${rollback.to === null ? 'impossible' : `to ${rollback.to} is ${rollback.safe ? 'safe' : 'NOT safe'}`}: ${rollback.why}`,
  ])
  return {
    data: status,
    lines: [status.generation === 0 ? 'Nothing is live yet.' : `Generation ${status.generation}`, ...apps],
  }
}

function toldUntried(why: string | undefined): string {
  return why === undefined ? '' : `, untried (${why})`
}
