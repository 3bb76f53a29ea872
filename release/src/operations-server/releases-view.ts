import { type LiveCanary, countBrowsers } from '@adcoin/contract'
import type { GenerationEntry, AppView, ReleasesView, RunningCanary } from '@adcoin/contract/operations'
import type { Verdict } from '../canary/judge.ts'
import { judgeCanary } from '../operations/judge-canaries.ts'
import type { ReadHealth, Health } from '../operations/read-health.ts'
import { readHistory, readStatus } from '../operations/status.ts'
import type { ReleaseContext } from '../operations/release-context.ts'

const measures = ['failed', 'cards', 'slow', 'late', 'silent'] as const
/** JSON has no infinity, and more digits are not useful. */
const most = 1e9

/** The releases page: live releases with their times, releases in the store, and the history. */
export function createReleasesView(
  productUrl: string,
  readHealth: ReadHealth,
): (context: ReleaseContext) => Promise<ReleasesView> {
  // The history of a generation never changes, so it is read once.
  let past: { readonly generation: number; readonly entries: readonly GenerationEntry[] } | undefined

  async function readPast(context: ReleaseContext, generation: number): Promise<readonly GenerationEntry[]> {
    if (past?.generation === generation) return past.entries
    const entries = await readHistory(context, lookedBack)
    past = { generation, entries }
    return entries
  }

  return async context => {
    const status = await readStatus(context)
    const entries = await readPast(context, status.generation)
    const health = await readHealth({ minutes: 60, detail: 'counts' })
    const apps = Object.entries(status.apps).map(async ([app, { canary, stopped: _, ...live }]): Promise<AppView> => ({
      ...live,
      since: entries.find(each => each.changes.some(change => change.app === app)) ?? null,
      canary: canary ? await viewCanary(app, live.active.id, canary, readHealth) : null,
      lastHour: viewLastHour(health, app, live.active.id),
    }))
    return {
      generation: status.generation,
      productUrl,
      apps: await Promise.all(apps),
      judge: viewJudge(health),
      history: entries.slice(0, shown),
    }
  }
}

/**
 * A running canary for the page, with the same verdict as the judge's.
 *
 * @param active  the release that it is compared with
 */
async function viewCanary(
  app: string,
  active: string,
  canary: LiveCanary,
  readHealth: ReadHealth,
): Promise<RunningCanary> {
  const { decision, why, figures, evidence } = await judgeCanary(app, active, canary, readHealth)
  const { release, share, since, manual } = canary
  return {
    ...{ release, share, since, manual, decision, why },
    browsers: figures?.visits ?? null,
    measures: figures
      ? measures.map(measure => ({
          measure,
          ...countsOf(figures, measure),
          evidence: evidence ? Math.min(most, evidence[measure]) : null,
        }))
      : null,
    evidence: evidence ? Math.min(most, evidence.together) : null,
    stopAt: evidence?.stopAt ?? null,
  }
}

/** Silence is computed from the browsers that report, so it has no count of its own. */
function countsOf(figures: Verdict['figures'], measure: (typeof measures)[number]) {
  return measure === 'silent' ? figures.visits : figures[measure]
}

/** Generations that are searched for the time when a release went live. */
const lookedBack = 500
/** Generations in the timeline. */
const shown = 60

function viewJudge(health: Health): ReleasesView['judge'] {
  if ('down' in health || !health.answer.judge) return null
  const { now, judge } = health.answer
  return {
    name: judge.name,
    secondsAgo: Math.max(0, Math.round((Date.parse(now) - Date.parse(judge.lookedAt)) / 1000)),
  }
}

function viewLastHour(health: Health, app: string, release: string): AppView['lastHour'] {
  if ('down' in health) return null
  const { browsers, failed, rate } = countBrowsers(
    health.answer.buckets.filter(bucket => bucket.app === app && bucket.release === release),
  )
  return { browsers, failed, rate }
}
