import { historyOf } from '../../operations/status.ts'
import { countOf } from '../../gate/allowances.ts'
import { skippedText } from '../change.ts'
import { Usage, type CommandAnswer, type CommandInput } from '../command-line.ts'

/** history [--limit N]: the generations, newest first. */
export async function run({ open, words }: CommandInput): Promise<CommandAnswer> {
  const site = await open()
  const limit = words.value('limit') ?? '20'
  if (!/^[1-9][0-9]{0,5}$/.test(limit)) throw new Usage('--limit must be a number from 1')
  const history = await historyOf(site, Number(limit))
  const lines = history.flatMap(({ generation, created, action, by, why, changes, tries, revoked, floor, allowed }) => [
    `${String(generation).padStart(5)}  ${created.slice(0, 19).replace('T', ' ')}  ${action.padEnd(8)} by ${by}${why ? `: ${why}` : ''}`,
    ...changes.map(
      ({ app, from, to, ...skipped }) =>
        `${''.padStart(7)}${app}: ${from ?? 'nothing'} -> ${to ?? 'nothing'}${skippedText(skipped)}`,
    ),
    ...tries.map(
      ({ app, release, share }) =>
        `${''.padStart(7)}${app}: ${release} ${share === 0 ? 'tried no longer' : `tried on ${share} % of browsers`}`,
    ),
    ...revoked.map(key => `${''.padStart(7)}${key}: revoked`),
    ...allowed.map(
      ({ app, rule, places }) =>
        `${''.padStart(7)}${app}: ${rule} ${places === 0 ? 'allowed no longer' : `allowed in ${countOf(places)}`}`,
    ),
    ...Object.entries(floor).map(([app, version]) => `${''.padStart(7)}${app}: nothing below ${version} any more`),
  ])
  return { data: history, lines: lines.length > 0 ? lines : ['Nothing was live yet.'] }
}
