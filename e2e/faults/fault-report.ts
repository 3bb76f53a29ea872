import type { TestInfo } from 'playwright/test'
import type { FullResult, Reporter, TestCase, TestError, TestResult } from 'playwright/types/testReporter'
import { faults, type Fault } from './table.ts'

/** `hard`: fails at once; `stall`: no byte, no error; `none`: nothing may fail. */
export type FaultKind = 'hard' | 'stall' | 'none'
/** Measurement of one test: ms until content was shown again, and the losses among `neverLost`. */
export type MeasuredFault = {
  readonly id: string
  readonly says: string
  readonly where: string
  readonly kind: FaultKind
  readonly ms: number
  readonly lost: readonly string[]
}
type Run = MeasuredFault & { readonly error?: string }

const goalsMs = { hard: 1_500, stall: 6_500, none: Infinity } as const
const annotation = 'fault'

/**
 * `npm run faults -- --report`: every fault of the table, met or not, how soon and what was lost; of those that other
 * tests prove, which. FAULTS_ONLY names ids, FAULTS_JSON=1 prints JSON. Exit code 1 if a fault was not survived in
 * time.
 */
export default class FaultReport implements Reporter {
  private readonly runs: Run[] = []
  private error: string | undefined

  onTestEnd(test: TestCase, result: TestResult): void {
    const runs = result.annotations
      .filter(({ type }) => type === annotation)
      .map(({ description = '' }) => JSON.parse(description) as MeasuredFault)
    const error = result.error?.message?.split('\n')[0]
    this.runs.push(...runs.map(run => ({ ...run, ...(error ? { error } : {}) })))
    if (error && runs.length === 0) this.runs.push(createUnmeasuredRun(test.title, error))
  }

  /** Outside of any test: the product did not start. */
  onError({ message }: TestError): void {
    this.error ??= message
  }

  async onEnd(): Promise<{ status: FullResult['status'] }> {
    if (this.error !== undefined) {
      console.error(`No fault was tried: ${this.error}`)
      return { status: 'failed' }
    }
    const only = process.env.FAULTS_ONLY?.split(',')
    const rows = faults
      .filter(({ id }) => !only || only.includes(id))
      .map(fault => ({ ...fault, runs: this.runs.filter(({ id }) => id === fault.id) }))
    const summary = computeSummary(this.runs)
    if (process.env.FAULTS_JSON) console.log(JSON.stringify({ rows, summary }, null, 2))
    else for (const line of [...rows.flatMap(formatLines), ...formatSummary(summary)]) console.log(line)
    return { status: this.runs.every(isMet) ? 'passed' : 'failed' }
  }
}

/** Hands what a test measured to the report. */
export function recordMeasurement(info: TestInfo, run: MeasuredFault): void {
  info.annotations.push({ type: annotation, description: JSON.stringify({ ...run, ms: Math.round(run.ms) }) })
}

function createUnmeasuredRun(title: string, error: string): Run {
  const [id = '', ...says] = title.split(' ')
  return { id, says: says.join(' '), where: 'page', kind: 'none', ms: 0, lost: [], error }
}

export function isMet({ error, lost, kind, ms }: Run): boolean {
  return error === undefined && lost.length === 0 && ms <= goalsMs[kind]
}

/** The value that this share of all does not exceed; undefined without values. */
export function findPercentile(values: readonly number[], share: number): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)]
}

function computeSummary(runs: readonly Run[]) {
  const collectTimes = (wanted: FaultKind) => {
    const all = runs.filter(({ kind }) => kind === wanted).map(({ ms }) => ms)
    return { runs: all.length, p50: findPercentile(all, 0.5), p95: findPercentile(all, 0.95) }
  }
  return {
    met: runs.filter(isMet).length,
    notMet: runs.filter(run => !isMet(run)).length,
    lost: [...new Set(runs.flatMap(({ lost }) => lost))],
    hard: collectTimes('hard'),
    stall: collectTimes('stall'),
  }
}

/** One line for each way in which a fault was tried, and one for each place that did not survive it. */
function formatLines({ id, text, test, runs }: Fault & { runs: readonly Run[] }): readonly string[] {
  if (runs.length === 0)
    return [`${id}  ${test ? 'by another test' : 'no test        '} ${text.padEnd(60)} ${test}`.trimEnd()]
  return [...Map.groupBy(runs, ({ says }) => says)].flatMap(([says, ways]) => [
    `${id}  ${ways.every(isMet) ? 'met    ' : 'NOT MET'} ${says.padEnd(60)} ${Math.max(...ways.map(({ ms }) => ms))} ms`,
    ...ways
      .filter(run => !isMet(run))
      .map(
        ({ where, ms, lost, error }) =>
          `       ${where}: ${error ?? `${ms} ms, lost: ${lost.join(', ') || 'nothing'}`}`,
      ),
  ])
}

function formatSummary({ met, notMet, lost, hard, stall }: ReturnType<typeof computeSummary>): readonly string[] {
  const formatLine = (name: string, { runs, p50, p95 }: typeof hard, goalMs: number) =>
    `${name}: recovery p50 ${p50 ?? '-'} ms, p95 ${p95 ?? '-'} ms of ${runs} runs (goal ${goalMs} ms)`
  return [
    formatLine('hard failures', hard, goalsMs.hard),
    formatLine('stalls', stall, goalsMs.stall),
    `lost: ${lost.join(', ') || 'nothing'}`,
    `${met} of ${met + notMet} runs met`,
  ]
}
