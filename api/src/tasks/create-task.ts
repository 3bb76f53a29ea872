import { apiCodes, linkOf } from '@adcoin/contract'
import { textFlag, UsageProblem, type OperatorInput } from '../operators/operators.ts'
import type { TaskKind } from '../catalogue/task-kind.ts'
import type { Services } from '../services.ts'
import { insertTask } from './insert-task.ts'

/** A task of an operator's own words, the same in every language, without pictures and material. */
export async function createTask({ database, now }: Services, input: OperatorInput): Promise<unknown> {
  const kind = Number(text(input, 'kind', /^[1-7]$/, 'a kind from 1 to 7')) as TaskKind
  const title = text(input, 'title', /^.{3,100}$/u, '3 to 100 letters')
  const brief = text(input, 'brief', /^.{3,1000}$/u, '3 to 1,000 letters')
  const reward = coinOf(text(input, 'reward', /^[0-9]{1,7}(\.[0-9]{1,2})?$/, 'an amount like 12.50'))
  const places = Number(text(input, 'places', /^[1-9][0-9]{0,6}$/, 'a number of places a day'))
  const minutes = Number(textFlag(input, 'minutes') ?? '10')
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 600)
    throw new UsageProblem('--minutes needs a whole number from 1 to 600')
  const url = textFlag(input, 'url')
  if (url !== undefined && linkOf(url) === undefined) throw new UsageProblem('--url needs an https address')
  const everywhere = (value: unknown) => JSON.stringify(Object.fromEntries(apiCodes.map(code => [code, value])))
  const id = await database.transaction(async tx =>
    insertTask(tx, {
      kind,
      title_i18n: everywhere(title),
      brief_i18n: everywhere(brief),
      steps_i18n: everywhere([brief]),
      target_url: url ?? null,
      reward,
      minutes,
      quota_day: places,
      starts_at: now(),
      ends_at: null,
    }),
  )
  return { task: id, kind, reward: String(reward), places }
}

function text(input: OperatorInput, name: string, pattern: RegExp, what: string): string {
  const value = textFlag(input, name)?.trim() ?? ''
  if (!pattern.test(value)) throw new UsageProblem(`--${name} needs ${what}`)
  return value
}

/** `12.5` → 1250 minor units. */
function coinOf(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.')
  const minor = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  if (minor === 0n) throw new UsageProblem('--reward needs more than nothing')
  return minor
}
