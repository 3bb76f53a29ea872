import { historyOf } from '../../operations/status.ts'
import { Usage } from '../words.ts'
import type { Answer } from '../answer.ts'
import type { CommandInput } from '../command.ts'

/** history [--limit N]: the generations, newest first. */
export async function run({ site, words }: CommandInput): Promise<Answer> {
  const limit = words.value('limit') ?? '20'
  if (!/^[1-9][0-9]{0,5}$/.test(limit)) throw new Usage('--limit must be a number from 1')
  const history = await historyOf(site, Number(limit))
  const lines = history.flatMap(({ generation, created, action, by, why, changes }) => [
    `${String(generation).padStart(5)}  ${created.slice(0, 19).replace('T', ' ')}  ${action.padEnd(8)} by ${by}${why ? `: ${why}` : ''}`,
    ...changes.map(({ app, from, to }) => `${''.padStart(7)}${app}: ${from ?? 'nothing'} -> ${to ?? 'nothing'}`),
  ])
  return { data: history, lines: lines.length > 0 ? lines : ['Nothing was live yet.'] }
}
