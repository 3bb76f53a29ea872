import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { AppName, ReleaseId, type LiveCanary, type HealthResponse, type JudgeLeaseRequest } from '@adcoin/contract'
import * as v from 'valibot'
import { judge, type Verdict } from '../canary/judge.ts'
import { Refused } from '../refusal.ts'
import { findRelease } from '../releases/list-releases.ts'
import { apply } from './apply.ts'
import { planCanaryRaise, planCanaryStop } from './canary.ts'
import { readLiveState, type LiveState } from './live-state.ts'
import { sendNotice } from './notices.ts'
import { planActivation } from './promote.ts'
import { createHealthReader, renewJudgeLease, type FindService, type ReadHealth } from './read-health.ts'
import type { ReleaseContext } from './release-context.ts'

/** The decision about a canary; without figures if reports cannot be read. */
type Outcome = Omit<Verdict, 'figures'> & Partial<Pick<Verdict, 'figures'>>
/** `generation`: the one that it made, if it acted. */
type Judged = Outcome & { readonly app: string; readonly release: string; readonly generation?: number }

/**
 * Judges every running canary, and acts unless a person decides: a generation with the reason, through the same plan,
 * gate and pointer as a person's operation. A person or another judge who is faster wins.
 */
export async function judgeCanaries(
  context: ReleaseContext,
  readHealth: ReadHealth,
  isDryRun = false,
): Promise<readonly Judged[]> {
  const state = await readLiveState(context)
  const judged: Judged[] = []
  for (const [app, { active, canary }] of Object.entries(state.live?.apps ?? {})) {
    if (!canary) continue
    const verdict = await judgeCanary(app, active, canary, readHealth)
    const found = { app, release: canary.release, ...verdict }
    if (verdict.decision === 'wait' || canary.manual || isDryRun) judged.push(found)
    else {
      judged.push({ ...found, ...(await applyVerdict(context, state, app, canary, verdict)) })
      // The other verdicts are about a former generation; the next round judges them.
      break
    }
  }
  return judged
}

/** @param active  the release that the candidate is compared with */
export async function judgeCanary(
  app: string,
  active: string,
  canary: LiveCanary,
  readHealth: ReadHealth,
): Promise<Outcome> {
  const health = await readHealth({ app, detail: 'counts', generation: canary.number })
  if ('answer' in health) return holdWhileUnwell(judge(active, canary, health.answer.buckets), health.answer.service)
  return {
    decision: 'wait',
    why: `browser reports cannot be read (${health.down}): without them no canary is promoted`,
  }
}

/** Thresholds of a service in trouble: no canary is raised or promoted then. Stopping is always possible. */
const trouble = { errors: 5, share: 0.02, loopDelayMs: 500 } as const

function holdWhileUnwell(verdict: Verdict, service: HealthResponse['service']): Outcome {
  if (!service || (verdict.decision !== 'raise' && verdict.decision !== 'promote')) return verdict
  const { errors, requests, loopDelayMs, minutes } = service
  const isFailing = errors >= trouble.errors && errors > trouble.share * requests
  if (!isFailing && loopDelayMs < trouble.loopDelayMs) return verdict
  const what = isFailing
    ? `answered ${errors} of ${requests} requests with an error`
    : `was blocked for ${loopDelayMs} ms`
  const { share: _, ...rest } = verdict
  return {
    ...rest,
    decision: 'wait',
    why: `the service ${what} in the last ${minutes} minutes: browser reports of that time are not evidence about a release`,
  }
}

async function applyVerdict(
  opened: ReleaseContext,
  state: LiveState,
  app: string,
  { release }: LiveCanary,
  { decision, why, share }: Pick<Verdict, 'decision' | 'why' | 'share'>,
): Promise<Pick<Judged, 'generation'> | Pick<Verdict, 'decision' | 'why'>> {
  // The history names who decided, not the user of the process.
  const context = { ...opened, by: 'judge' }
  const reason = `judge: ${why}`
  try {
    const plan =
      decision === 'stop'
        ? planCanaryStop(context, state, { action: 'stop', app, why: reason })
        : decision === 'raise' && share !== undefined
          ? planCanaryRaise(context, state, { app, share, why: reason })
          : planActivation(context, state, [await findRelease(context, app, release)], {
              action: 'promote',
              why: reason,
            })
    return { generation: (await apply(context, plan, state)).live.number }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { decision: 'wait', why: `the decision ${decision} (${why}) was refused: ${error.message}` }
  }
}

/** Between two rounds: a bad release is stopped seconds after the evidence arrives. */
const everyMs = 5_000
/** Between two times that the service gets the list of published releases. */
const listEveryMs = 60_000

/**
 * Judges until the signal ends it, while this judge has the deployment's one lease. A failure is reported once and
 * retried.
 *
 * @param open  opens the store with its keys for each round: a new team's key, a rotation or a revocation counts at
 * once
 * @param report  called with each change: a decision, or the reason why none is possible
 * @param judged  called after each round that could judge, or saw another judge act
 */
export async function keepJudging(
  open: () => Promise<ReleaseContext>,
  find: FindService,
  report: (line: string) => void,
  signal: AbortSignal,
  pauseMs = everyMs,
  judged: () => void = () => undefined,
): Promise<void> {
  const look = createRound(open, find)
  let before = ''
  while (!signal.aborted) {
    const lines = await look().then(
      found => (judged(), found),
      (error: unknown) => [`The judge of canaries could not judge: ${error instanceof Error ? error.message : error}`],
    )
    // Figures change in every round; only another decision is reported.
    const received = lines.map(line => line.replaceAll(/[0-9.]+/g, '')).join()
    if (received !== before) {
      for (const line of lines) report(line)
      if (lines.length > 0) void sendNotice({ event: 'judge', lines }, report)
    }
    before = received
    await new Promise<void>(done => {
      const timer = setTimeout(done, pauseMs)
      signal.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true })
    })
  }
}

/** Runs one round after the other. Each renews the lease; without the lease nothing is judged. */
function createRound(open: () => Promise<ReleaseContext>, find: FindService): () => Promise<readonly string[]> {
  const readHealth = createHealthReader(find)
  const id = randomBytes(8).toString('hex')
  let listedAt = -Infinity
  return async () => {
    const context = await open()
    const isDue = performance.now() - listedAt >= listEveryMs
    const releases = isDue ? await listStoredReleases(context) : []
    const lease = await renewJudgeLease(find, { id, name: `${context.by}@${hostname()}`.slice(0, 100), releases })
    if (lease && isDue) listedAt = performance.now()
    if (lease && !lease.isMine) return [`Another judge of canaries acts: ${lease.judge.name}.`]
    return (await judgeCanaries(context, readHealth)).map(formatVerdict)
  }
}

async function listStoredReleases({ store }: ReleaseContext): Promise<JudgeLeaseRequest['releases']> {
  const apps = (await store.list('releases')).filter(app => v.is(AppName, app))
  const lists = apps.map(async app => {
    const ids = (await store.list(`releases/${app}`)).filter(id => v.is(ReleaseId, id))
    return ids.map(release => ({ app, release }))
  })
  return (await Promise.all(lists)).flat().slice(-1_000)
}

/** A verdict as a line for people. */
export function formatVerdict({ app, release, decision, why, generation }: Judged): string {
  const done = generation === undefined ? '' : ` (generation ${generation})`
  return `${app} ${release}: ${decision}${done}: ${why}`
}
