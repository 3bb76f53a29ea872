import { type LiveCanary, browserCounts, releaseKey, type Release } from '@adcoin/contract'
import type {
  GenerationEntry,
  AppView,
  ReleaseBrief,
  ReleasesView,
  RunningCanary,
  StoredRelease,
} from '@adcoin/contract/operations'
import type { Verdict } from '../canary/judge.ts'
import { verdictOf } from '../operations/judge-canaries.ts'
import type { ReadHealth, Health } from '../operations/read-health.ts'
import { briefOf, historyOf, statusOf } from '../operations/status.ts'
import type { ReleaseContext } from '../operations/release-context.ts'
import { readRelease } from '../releases/read-release.ts'

const measures = ['failed', 'cards', 'slow', 'late', 'silent'] as const
/** JSON has no infinity, and more digits are not useful. */
const most = 1e9

/**
 * A running canary as the page shows it: the same verdict that the judge acts by.
 *
 * @param active  the release that it is compared with
 */
async function canaryOnPage(
  app: string,
  active: string,
  canary: LiveCanary,
  release: ReleaseBrief,
  readHealth: ReadHealth,
): Promise<RunningCanary> {
  const { decision, why, figures, evidence } = await verdictOf(app, active, canary, readHealth)
  const { share, since, manual } = canary
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

/** Silence is not counted itself: it is the browsers that should have come and did not. */
function countsOf(figures: Verdict['figures'], measure: (typeof measures)[number]) {
  return measure === 'silent' ? figures.visits : figures[measure]
}

/** Generations that are searched for the time when a release went live. */
const lookedBack = 500
/** Generations in the timeline. */
const shown = 60

/** The releases page: live releases with their times, releases in the store, and the history. */
export function releasesViews(
  productUrl: string,
  readHealth: ReadHealth,
): (context: ReleaseContext) => Promise<ReleasesView> {
  // Releases and generations never change: what was read and believed once is not read again.
  const read = new Map<string, Promise<Release | undefined>>()
  let past: { readonly generation: number; readonly entries: readonly GenerationEntry[] } | undefined

  async function pastOf(context: ReleaseContext, generation: number): Promise<readonly GenerationEntry[]> {
    if (past?.generation === generation) return past.entries
    const entries = await historyOf(context, lookedBack)
    past = { generation, entries }
    return entries
  }

  function releaseOf(context: ReleaseContext, app: string, id: string): Promise<Release | undefined> {
    const key = releaseKey(app, id)
    const known = read.get(key) ?? readRelease(context, app, id).catch(() => undefined)
    read.set(key, known)
    // A release that could not be verified may be repaired.
    void known.then(release => release ?? read.delete(key))
    return known
  }

  return async context => {
    const status = await statusOf(context)
    const entries = await pastOf(context, status.generation)
    const health = await readHealth({ minutes: 60, detail: 'counts' })
    const stored = async (app: string, id: string, isStopped: boolean): Promise<StoredRelease> => {
      const release = await releaseOf(context, app, id)
      const isRevoked = status.revoked.includes(releaseKey(app, id))
      const otherwise = isStopped ? 'stopped' : wasLive(entries, app, id) ? 'left' : 'staged'
      return { ...briefOf(id, release), status: isRevoked ? 'revoked' : release ? otherwise : 'damaged' }
    }
    const apps = Object.entries(status.apps).map(async ([app, live]): Promise<AppView> => {
      const others = await Promise.all(live.others.map(id => stored(app, id, id === live.stopped)))
      const { active, canary } = live
      const tried = canary && briefOf(canary.release, await releaseOf(context, app, canary.release))
      return {
        app,
        active,
        since: entries.find(each => each.changes.some(change => change.app === app)) ?? null,
        canary: canary && tried ? await canaryOnPage(app, active.id, canary, tried, readHealth) : null,
        lastHour: lastHourOf(health, app, active.id),
        previous: [...live.previous],
        others: others.sort((a, b) => (a.created < b.created ? 1 : -1)),
        rollback: live.rollback,
      }
    })
    return {
      generation: status.generation,
      productUrl,
      apps: await Promise.all(apps),
      judge: judgeOf(health),
      history: entries.slice(0, shown),
    }
  }
}

function judgeOf(health: Health): ReleasesView['judge'] {
  if ('down' in health || !health.answer.judge) return null
  const { now, judge } = health.answer
  return {
    name: judge.name,
    secondsAgo: Math.max(0, Math.round((Date.parse(now) - Date.parse(judge.lookedAt)) / 1000)),
  }
}

function lastHourOf(health: Health, app: string, release: string): AppView['lastHour'] {
  if ('down' in health) return null
  const { browsers, failed, rate } = browserCounts(
    health.answer.buckets.filter(bucket => bucket.app === app && bucket.release === release),
  )
  return { browsers, failed, rate }
}

function wasLive(entries: readonly GenerationEntry[], app: string, id: string): boolean {
  return entries.some(({ changes }) =>
    changes.some(change => change.app === app && [change.from, change.to].includes(id)),
  )
}
