import { join } from 'node:path'
import type { Sight } from '../product/watched-page.ts'
import type { Journey } from './journeys.ts'
import type { ChaosOptions } from './options.ts'
import type { ChaosPerson } from './person.ts'
import type { ChaosStep } from './schedule.ts'

type Finding = {
  readonly seed: number
  /** The last step that had struck. */
  readonly step: number
  readonly struck: string
  readonly who: string
  readonly what: string
  readonly picture?: string
}

const comesToAllMinutes = 10

/** Counts of events, and findings that people should not have met. */
export class ChaosLog {
  readonly findings: Finding[] = []
  private readonly options: ChaosOptions
  private readonly pictures: string
  private readonly strikeCounts = new Map<string, number>()
  private readonly journeyCounts = new Map<Journey, { completed: number; stuck: number }>()
  private readonly notDone: string[] = []
  private readonly sums = { exact: 0, wrong: 0 }
  private readonly sights = { 'a blank screen': 0, 'a blank area': 0, 'an endless wait': 0 }
  private readonly ledger = { whole: 0, broken: 0 }
  private step = 0
  private lastSteps: string[] = []

  constructor(options: ChaosOptions, pictures: string) {
    this.options = options
    this.pictures = pictures
    this.printLine(`seed ${options.seed}, ${options.minutes} min, ${options.people} people`)
  }

  recordStrike(step: ChaosStep): void {
    this.step = step.number
    this.strikeCounts.set(step.kind, (this.strikeCounts.get(step.kind) ?? 0) + 1)
    this.lastSteps = [...this.lastSteps.slice(-2), `${step.number} ${step.kind}`]
    const at = 'app' in step ? ` of ${step.app}` : 'person' in step ? ` for person ${step.person + 1}` : ''
    this.printLine(`${String(Math.round(step.atMs / 1000)).padStart(5)} s  ${step.number}  ${step.kind}${at}`)
  }
  /** The tool's own failure, not the product's. */
  recordNotDone(step: ChaosStep, error: unknown): void {
    const why = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)
    this.notDone.push(`${step.number} ${step.kind}: ${why}`)
    this.printLine(`         ${step.number}  could not: ${why}`)
  }
  recordCompleted(journey: Journey): void {
    this.getCounts(journey).completed += 1
  }
  recordStuck(journey: Journey): void {
    this.getCounts(journey).stuck += 1
  }
  recordMoney(isExact: boolean): void {
    this.sums[isExact ? 'exact' : 'wrong'] += 1
  }
  recordLedger(isWhole: boolean): void {
    this.ledger[isWhole ? 'whole' : 'broken'] += 1
  }
  recordSight(who: string, { what, path }: Sight, person: ChaosPerson): Promise<void> {
    this.sights[what] += 1
    return this.addFinding(who, `${what} at ${path}, on the way to ${person.goal}`, person)
  }
  async addFinding(who: string, what: string, person?: ChaosPerson): Promise<void> {
    const { seed } = this.options
    const [step, struck] = [this.step, this.lastSteps.join('; ')]
    const file = join(this.pictures, `finding-${this.findings.length + 1}.png`)
    const finding: Finding = { seed, step, struck, who, what }
    const index = this.findings.push(finding) - 1
    this.printLine(`FOUND after step ${step} (${struck}): ${who}: ${what}`)
    const isTaken = await person?.page.screenshot({ path: file, timeout: 5_000 }).then(
      () => true,
      () => false,
    )
    if (isTaken) this.findings[index] = { ...finding, picture: file }
  }

  /** A run in which a journey never completed proves nothing about it; short runs may not reach all. */
  async findMissedJourneys(journeys: readonly Journey[]): Promise<void> {
    if (this.options.minutes < comesToAllMinutes) return
    for (const journey of journeys)
      if (this.getCounts(journey).completed === 0) await this.addFinding('nobody', `${journey}: never completed`)
  }

  print(): void {
    const { options, findings, sums, ledger, notDone, sights } = this
    const [strikes, journeys] = [Object.fromEntries(this.strikeCounts), Object.fromEntries(this.journeyCounts)]
    if (options.isJson) {
      console.log(JSON.stringify({ ...options, strikes, journeys, sums, ledger, sights, notDone, findings }, null, 2))
      return
    }
    console.log('')
    for (const [kind, count] of Object.entries(strikes).sort()) console.log(`${String(count).padStart(5)}  ${kind}`)
    for (const [name, { completed, stuck }] of Object.entries(journeys))
      console.log(`journey ${name}: ${completed} completed, ${stuck} stuck`)
    console.log(
      `blank screens: ${sights['a blank screen']}, blank areas: ${sights['a blank area']},` +
        ` endless waits: ${sights['an endless wait']}, typed text lost: ${this.getCounts('type').stuck}`,
    )
    console.log(`money: ${sums.exact} people exact, ${sums.wrong} not; ledger verified ${ledger.whole} times`)
    if (notDone.length > 0) console.log(`${notDone.length} strikes could not be made`)
    for (const { step, struck, who, what, picture } of findings)
      console.log(`step ${step} (${struck}): ${who}: ${what}\n  ${picture ?? 'no picture'}`)
    console.log(`seed ${options.seed}: ${this.step} strikes, ${findings.length} findings`)
  }

  private getCounts(journey: Journey): { completed: number; stuck: number } {
    const counts = this.journeyCounts.get(journey) ?? { completed: 0, stuck: 0 }
    this.journeyCounts.set(journey, counts)
    return counts
  }
  private printLine(line: string): void {
    if (!this.options.isJson) console.log(line)
  }
}
