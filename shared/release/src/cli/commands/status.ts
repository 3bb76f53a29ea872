import { statusOf } from '../../operations/status.ts'
import type { Answer } from '../answer.ts'
import type { CommandInput } from '../command.ts'

/** status: what is live, what stands behind it, and whether a rollback is safe. */
export async function run({ site }: CommandInput): Promise<Answer> {
  const status = await statusOf(site)
  const apps = Object.entries(status.apps).flatMap(([app, { active, previous, others, rollback }]) => [
    `${app.padEnd(14)} ${active.id}  live`,
    ...previous.map(({ id }) => `${''.padEnd(14)} ${id}  previous`),
    ...others.map(
      id => `${''.padEnd(14)} ${id}  in the store${status.revoked.includes(`${app}/${id}`) ? ', revoked' : ''}`,
    ),
    `${''.padEnd(14)} rollback ${rollback.to === null ? 'impossible' : `to ${rollback.to} is ${rollback.safe ? 'safe' : 'NOT safe'}`}: ${rollback.why}`,
  ])
  return {
    data: status,
    lines: [status.generation === 0 ? 'Nothing is live yet.' : `Generation ${status.generation}`, ...apps],
  }
}
