import { assignCanaryGroup, type LiveCanary, type HealthBucket } from '@adcoin/contract'
import { judge } from '@adcoin/release'
import { active, createCanary, candidate, createSeededRandom, toTimeStep } from './population.ts'

/** Browsers behind shared addresses, over some days; the candidate is as good as the live release. */
type Crowd = {
  readonly description: string
  readonly networks: number
  readonly perNetwork: number
  readonly share: number
  readonly days: number
  /** Chance that a visit fails, and share of browsers in which every visit fails. */
  readonly failing: number
  readonly alwaysFailing: number
  /** By how much slower a first visit is, because the cache is empty. */
  readonly cold: number
}
const crowds: readonly Crowd[] = [
  ...[0.003, 0.01].flatMap(failing => [
    createCrowd(`30 networks of 200 browsers, ${failing * 100} % of visits fail`, {
      networks: 30,
      perNetwork: 200,
      failing,
    }),
    createCrowd(`8 networks of 1,000 browsers, ${failing * 100} % of visits fail`, {
      networks: 8,
      perNetwork: 1_000,
      failing,
    }),
  ]),
  ...[0.001, 0.003].flatMap(alwaysFailing => [
    createCrowd(`6,000 browsers, ${alwaysFailing * 100} % always fail`, { networks: 6_000, alwaysFailing }),
    createCrowd(`500 browsers for ten days, share 5, ${alwaysFailing * 100} % always fail`, {
      ...{ networks: 500, alwaysFailing, share: 5, days: 10 },
    }),
  ]),
  createCrowd('6,000 browsers, first visits 77 % slower', { networks: 6_000, failing: 0.003, cold: 1.77 }),
]

/** A line for each crowd: how many canaries of a good release are stopped, promoted, and when. */
export function simulateCrowds(runs: number): void {
  for (const each of crowds) {
    const found = Array.from({ length: runs }, (_, seed) => simulateCanary(each, seed + 1))
    const countDecisions = (decision: string) => found.filter(run => run.decision === decision).length
    const hours = found.filter(run => run.decision === 'promote').map(run => run.minute / 60)
    const median = hours.sort((a, b) => a - b)[Math.floor(hours.length / 2)]
    const last = found.find(run => run.decision === 'wait')
    console.log(
      `${each.description}: ${countDecisions('stop')} of ${runs} stopped, ${countDecisions('promote')} promoted` +
        `${median === undefined ? '' : ` (median ${median.toFixed(1)} h)`}${last ? `; waits: ${last.why}` : ''}`,
    )
  }
}

function createCrowd(description: string, more: Partial<Crowd>): Crowd {
  const usual = { networks: 1, perNetwork: 1, share: 10, days: 1, failing: 0, alwaysFailing: 0, cold: 1 }
  return { description, ...usual, ...more }
}

/** The service's counts of one network on one day: `api/src/health/count.ts`. */
const sampledPerNetwork = 1_000
/** A browser that the service knows for longer may have a warm cache. */
const newMinutes = 10
const dayMinutes = 1_440
const judgedEvery = 10
/** Visits of a browser on a day, evenly over it. */
const visitsPerDay = 2

type Visitor = {
  readonly id: string
  readonly network: number
  readonly fails: boolean
  /** Releases whose files its cache has. */
  readonly cache: Set<string>
  /** The minute from which the service knows it. */
  since: number | undefined
}

/** One canary before this crowd, judged every ten minutes; a raised share begins a new step of it. */
function simulateCanary(crowd: Crowd, seed: number) {
  const random = createSeededRandom(seed)
  const visitors = createVisitors(crowd, random)
  let canary: LiveCanary = { ...createCanary(crowd.share), salt: `s${seed.toString(36).padStart(5, '0')}00` }
  let service = createCounter()
  let verdict: ReturnType<typeof judge> | undefined
  for (let day = 0; day < crowd.days; day++) {
    service.nextDay()
    const coming = Array.from({ length: dayMinutes }, (): Visitor[] => [])
    for (const visitor of visitors)
      for (let visit = 0; visit < visitsPerDay; visit++) coming[Math.floor(random() * dayMinutes)]?.push(visitor)
    for (const [at, those] of coming.entries()) {
      const minute = day * dayMinutes + at
      for (const visitor of those) service.hear(createReport(crowd, canary, visitor, random), visitor, minute)
      if (at % judgedEvery > 0) continue
      verdict = judge(active, canary, service.buckets())
      if (verdict.decision === 'stop' || verdict.decision === 'promote') return { ...verdict, minute }
      if (verdict.decision === 'raise' && verdict.share !== undefined) {
        const step = Number.parseInt(canary.salt.slice(-2), 36) + 1
        const salt = canary.salt.slice(0, 6) + step.toString(36).padStart(2, '0')
        canary = { ...canary, share: verdict.share, salt, number: canary.number + 1 }
        service = createCounter()
      }
    }
  }
  return { decision: 'wait', why: '', ...verdict, minute: crowd.days * dayMinutes }
}

function createVisitors({ networks, perNetwork, alwaysFailing }: Crowd, random: () => number): readonly Visitor[] {
  return Array.from({ length: networks * perNetwork }, (_, at) => {
    const isNew = random() < 0.3
    const since = isNew ? undefined : -dayMinutes
    const fails = random() < alwaysFailing
    return { id: createId(random), network: at % networks, fails, cache: new Set(isNew ? [] : [active]), since }
  })
}

const createId = (random: () => number) =>
  Array.from({ length: 4 }, () =>
    Math.floor(random() * 65_536)
      .toString(16)
      .padStart(4, '0'),
  ).join('')

type Report = Pick<HealthBucket, 'release' | 'group' | 'outcome'> & { readonly ms: number }

function createReport(crowd: Crowd, canary: LiveCanary, visitor: Visitor, random: () => number): Report {
  const group = assignCanaryGroup(visitor.id, 'remote-team', canary)
  const release = group === 'canary' ? candidate : active
  const cold = visitor.cache.has(release) ? 1 : crowd.cold
  visitor.cache.add(release)
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const outcome = visitor.fails || random() < crowd.failing ? 'failed' : 'mounted'
  return { release, group, outcome, ms: 1_500 * Math.exp(0.5 * normal) * cold }
}

/** The counting of the service: a sample of each network, each browser once, times that can be compared. */
function createCounter() {
  const [seen, buckets] = [new Map<string, Set<string>>(), new Map<string, HealthBucket>()]
  let sampled = new Map<number, number>()
  function add(minute: number, { release, group }: Report, outcome: HealthBucket['outcome'], step: number | null) {
    const key = `${minute} ${group} ${outcome} ${step}`
    const bucket = buckets.get(key)
    const at = new Date(minute * 60_000).toISOString()
    const about = { app: 'remote-team', release, group, generation: 1_000, known: true } as const
    if (bucket) bucket.count++
    else buckets.set(key, { ...about, minute: at, outcome, step, count: 1 })
  }
  return {
    nextDay: () => void (sampled = new Map()),
    buckets: () => [...buckets.values()],
    hear(report: Report, visitor: Visitor, minute: number) {
      const { id, network } = visitor
      const before = seen.get(id) ?? new Set<string>()
      const taken = sampled.get(network) ?? 0
      if (!seen.has(id) && taken >= sampledPerNetwork) return
      if (!seen.has(id)) sampled.set(network, taken + 1)
      seen.set(id, before)
      const isNew = minute - (visitor.since ?? minute) <= newMinutes
      visitor.since ??= minute
      const outcome = report.outcome === 'mounted' && before.has('mounted') && !isNew ? 'again' : report.outcome
      if (before.has(outcome)) return
      before.add(outcome)
      const isTimed = outcome === 'again' || (outcome === 'mounted' && isNew)
      add(minute, report, outcome, isTimed ? toTimeStep(report.ms) : null)
    },
  }
}
