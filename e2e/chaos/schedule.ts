import { createRandom, type Random } from './random.ts'

export const wireStrikes = [
  'files have a wrong byte',
  'files stall',
  'files break off',
  'files answer 503',
  'calls answer 500',
  'calls stall',
  'calls break off',
  'calls answer with a page',
  'an answer is lost',
  'a call is doubled',
  'everything is slow',
] as const
export const personStrikes = ['offline', 'the tab crashes', 'a second tab', 'a reload'] as const
export const processStrikes = ['the service is killed', 'the gateway is restarted', 'the gateway is killed'] as const
export const variants = [
  'a good release',
  'a release that throws at evaluation',
  'a release that stalls at evaluation',
  'a release that throws in render',
  'a release that throws in an effect',
] as const
const undoings = ['rollback', 'revoke'] as const
const remotes = ['remote-auth', 'remote-tasks', 'remote-wallet', 'remote-team'] as const

export type ChaosStep = { readonly number: number; readonly atMs: number } & (
  | { readonly kind: (typeof wireStrikes)[number] }
  | { readonly kind: (typeof processStrikes)[number] }
  | { readonly kind: (typeof personStrikes)[number]; readonly person: number }
  | { readonly kind: (typeof variants)[number] | (typeof undoings)[number]; readonly app: (typeof remotes)[number] }
)

/** `npm start` gives up where its service dies six times within a minute; people meet it less often. */
const killsApartMs = 25_000
const gatewaysApartMs = 15_000
/** Time until a release is undone, so that a person meets it. */
const releaseLastsMs = 12_000

/** The strikes with their times: the same for the same seed, minutes and people. */
export function createSchedule(seed: number, minutes: number, people: number): readonly ChaosStep[] {
  const random = createRandom(seed, 'schedule')
  const live = new Map<string, number>()
  const last = { kill: -Infinity, gateway: -Infinity }
  const steps: ChaosStep[] = []
  for (let atMs = 3_000; atMs < minutes * 60_000; atMs += 3_000 + random.integerBelow(4_000)) {
    const when = { number: steps.length + 1, atMs }
    const of = random.integerBelow(100)
    if (of < 45) steps.push({ ...when, kind: random.pick(wireStrikes) })
    else if (of < 65) steps.push({ ...when, kind: random.pick(personStrikes), person: random.integerBelow(people) })
    else if (of < 90) steps.push({ ...when, ...chooseReleaseStep(random, live, atMs) })
    else steps.push({ ...when, kind: chooseProcessStrike(random, last, atMs) })
  }
  return steps
}

type ReleaseStep = Pick<Extract<ChaosStep, { app: string }>, 'kind' | 'app'>

/** A release where the app has none of ours, else its end: what fails is never what people would fall back to. */
function chooseReleaseStep(random: Random, live: Map<string, number>, atMs: number): ReleaseStep {
  const app = random.pick(remotes)
  const since = live.get(app)
  if (since === undefined) {
    live.set(app, atMs)
    return { kind: random.pick(variants), app }
  }
  if (atMs - since < releaseLastsMs) return chooseReleaseStep(random, live, atMs + releaseLastsMs)
  live.delete(app)
  return { kind: random.pick(undoings), app }
}

function chooseProcessStrike(
  random: Random,
  last: { kill: number; gateway: number },
  atMs: number,
): (typeof processStrikes)[number] | 'everything is slow' {
  const kind = random.pick(processStrikes)
  if (kind === 'the service is killed') {
    if (atMs - last.kill < killsApartMs) return 'everything is slow'
    last.kill = atMs
  } else {
    if (atMs - last.gateway < gatewaysApartMs) return 'everything is slow'
    last.gateway = atMs
  }
  return kind
}
