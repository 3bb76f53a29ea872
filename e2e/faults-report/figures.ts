/** What one try of a row came to, in one area or in the page. */
export type Tried = {
  readonly where: string
  readonly ms: number
  readonly lost: readonly string[]
  /** Why it was not survived; undefined where it was. */
  readonly why?: string
  /** What stood in the page until then, and for how long. */
  readonly saw?: string
}

type Outcome = 'met' | 'not met' | 'by another test' | 'not automated'

export type RowReport = {
  readonly id: string
  readonly says: string
  readonly kind: 'hard' | 'stall' | 'none'
  readonly outcome: Outcome
  /** The file that proves it, where the report does not try it itself. */
  readonly file?: string
  readonly tried: readonly Tried[]
}

/** How soon content stands there again, in ms. */
const goals = { hard: 1_500, stall: 6_500 } as const

/** Met where nothing was lost, all was survived, and what the row is about stood there in time, everywhere. */
export function judged(id: string, says: string, kind: RowReport['kind'], tried: readonly Tried[]): RowReport {
  const isMet = tried.length > 0 && tried.every(each => isSurvived(each) && isInTime(kind, each.ms))
  return { id, says, kind, outcome: isMet ? 'met' : 'not met', tried }
}

function isSurvived({ why, lost }: Tried): boolean {
  return why === undefined && lost.length === 0
}

function isInTime(kind: RowReport['kind'], ms: number): boolean {
  return kind === 'none' || ms <= goals[kind]
}

/** The value that this share of all does not exceed; undefined where there is none. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
}

export type Summary = {
  readonly met: number
  readonly notMet: number
  readonly elsewhere: number
  readonly notAutomated: number
  readonly lost: readonly string[]
  readonly hard: Times
  readonly stall: Times
}
type Times = { readonly tries: number; readonly p50: number | undefined; readonly p95: number | undefined }

export function summaryOf(rows: readonly RowReport[]): Summary {
  const count = (outcome: Outcome) => rows.filter(row => row.outcome === outcome).length
  const times = (kind: 'hard' | 'stall'): Times => {
    const all = rows.filter(row => row.kind === kind).flatMap(({ tried }) => tried.map(({ ms }) => ms))
    return { tries: all.length, p50: percentile(all, 0.5), p95: percentile(all, 0.95) }
  }
  return {
    met: count('met'),
    notMet: count('not met'),
    elsewhere: count('by another test'),
    notAutomated: count('not automated'),
    lost: [...new Set(rows.flatMap(({ tried }) => tried.flatMap(({ lost }) => lost)))],
    hard: times('hard'),
    stall: times('stall'),
  }
}

/** A line for a row, and one below it for each place where it was not survived. */
export function linesOf({ id, says, outcome, file, tried }: RowReport): readonly string[] {
  const slowest = Math.max(0, ...tried.map(({ ms }) => ms))
  const lost = [...new Set(tried.flatMap(each => each.lost))].join(', ') || 'nothing'
  const end = tried.length > 0 ? `${String(slowest).padStart(6)} ms  lost: ${lost}` : (file ?? '')
  return [
    `${id}  ${outcome.padEnd(15)} ${says.padEnd(52)} ${end}`.trimEnd(),
    ...tried.flatMap(({ where, why, saw }) =>
      [why, saw && `saw ${saw}`].filter(Boolean).map(each => `       ${where}: ${each}`),
    ),
  ]
}

export function summaryLines({ met, notMet, elsewhere, notAutomated, lost, hard, stall }: Summary): readonly string[] {
  const line = (name: string, { tries, p50, p95 }: Times, goal: number) =>
    `${name}: p50 ${p50 ?? '-'} ms, p95 ${p95 ?? '-'} ms of ${tries} tries (goal ${goal} ms)`
  return [
    line('hard failures', hard, goals.hard),
    line('stalls', stall, goals.stall),
    `lost: ${lost.join(', ') || 'nothing'}`,
    `${met} of ${met + notMet} tried rows met; ${elsewhere} are proven by other tests, ${notAutomated} by none`,
  ]
}
