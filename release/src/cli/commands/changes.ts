import * as v from 'valibot'
import { publicPaths, buildReleaseKey, Version } from '@adcoin/contract'
import { judgeCanaries, formatVerdict } from '../../operations/judge-canaries.ts'
import { planOperation, type Operation } from '../../operations/operations.ts'
import { findReleaseToPromote } from '../../operations/promote.ts'
import { findArrivingRelease } from '../../operations/promote-from.ts'
import { readPastRecords, readLiveState, type LiveState } from '../../operations/live-state.ts'
import { createHealthReader, createServiceFinder } from '../../operations/read-health.ts'
import type { ReleaseContext } from '../../operations/release-context.ts'
import { refuseUnknownApp } from '../../releases/list-releases.ts'
import { runChange } from '../change.ts'
import { UsageError, type CommandAnswer, type CommandInput } from '../command-line.ts'

/**
 * rollback <app> [--to ID|VERSION] [--even-if-unsafe]: rolls back to the previous good release, or to the named one.
 */
export async function runRollback(input: CommandInput): Promise<CommandAnswer> {
  const { words, app } = input
  const [release, evenIfUnsafe] = [words.value('to'), words.flag('even-if-unsafe')]
  return runOperation(input, { action: 'rollback', app, release, evenIfUnsafe, why: whyOf(input) })
}

async function runOperation(
  { open, words }: CommandInput,
  operation: Operation,
  knownState?: { readonly context: ReleaseContext; readonly state: LiveState },
): Promise<CommandAnswer> {
  const context = knownState?.context ?? (await open())
  return runChange(context, state => planOperation(context, state, operation), words.flag('dry-run'), knownState?.state)
}

const whyOf = ({ words }: CommandInput) => words.value('why') ?? ''

/**
 * promote <app> [ID|VERSION] [--if-new]: makes a stored release live, by default the newest. With
 * --if-new only one that never was live: what an operator went back from stays away. --none: takes a remote out.
 * --from STORE: a release of another store, copied once every rule is met.
 */
export async function runPromote(input: CommandInput): Promise<CommandAnswer> {
  const { open, words, rest, app } = input
  const [isDryRun, why] = [words.flag('dry-run'), whyOf(input)]
  if (words.flag('none') && !isDryRun && why.trim() === '')
    throw new UsageError('promote --none needs a reason for the history: --why TEXT.')
  const from = words.value('from')
  if (words.flag('none') && (rest.length > 0 || words.flag('if-new') || from !== undefined))
    throw new UsageError('promote <app> --none removes the live release; it takes no release, --if-new or --from')
  const context = await open()
  const state = await readLiveState(context)
  const evenIfUnsafe = words.flag('even-if-unsafe')
  const promote = (id: string, known: typeof context, dryRun = isDryRun) => {
    const operation = { action: 'promote', app, release: id, evenIfUnsafe, why } as const
    return runChange(known, now => planOperation(known, now, operation), dryRun, state)
  }
  const arriving = from === undefined ? undefined : await findArrivingRelease(context, state, app, from, rest[0])
  if (!arriving) await refuseUnknownApp(context, app, Object.keys(state.live?.apps ?? {}))
  if (words.flag('none')) {
    const answer = await runOperation(input, { action: 'retire', app, why }, { context, state })
    return { ...answer, lines: [...answer.lines, ...describeLosses(state, app)] }
  }
  const id = arriving?.id ?? (await findReleaseToPromote(context, state, app, rest[0])).id
  if (words.flag('if-new') && (await wasLive(context, state.number, app, id))) {
    return {
      data: { ok: true, dryRun: isDryRun, generation: state.number, action: 'promote', changes: [], release: id },
      lines: [`${app} ${id} was live before; nothing changed.`],
    }
  }
  if (arriving) {
    const planned = await promote(id, arriving.context, true)
    if (isDryRun) return planned
    await arriving.copy()
  }
  return promote(id, context)
}

/** Reads newest first: mostly the release in question is live now. */
async function wasLive(context: ReleaseContext, newest: number, app: string, id: string): Promise<boolean> {
  for await (const { live } of readPastRecords(context, newest)) if (live.apps[app]?.active === id) return true
  return false
}

/** Lists what people lose with the live release of an app. */
function describeLosses({ live, releases }: LiveState, app: string): readonly string[] {
  const release = releases.get(buildReleaseKey(app, live?.apps[app]?.active ?? ''))
  const paths = release?.manifest?.routes.map(({ path }) => path) ?? []
  const open = paths.filter(path => publicPaths.includes(path))
  return [
    `  people lose ${paths.join(', ')}`,
    ...(release?.tabs ?? []).map(({ labels, path }) => `  and the tab ${labels.en_US} (${path})`),
    ...(paths.includes('/login') ? ['  PEOPLE CANNOT LOG IN without it'] : []),
    ...(open.length > 0 ? [`  people who are not logged in lose ${open.join(', ')}`] : []),
  ]
}

/**
 * revoke <app> <ID|VERSION>: removes a release for good; open pages that show it replace it. `--below VERSION`:
 * every older version.
 */
export async function runRevoke(input: CommandInput): Promise<CommandAnswer> {
  const { words, app, rest } = input
  const [named, below, why] = [rest[0], words.value('below'), whyOf(input)]
  if (below !== undefined) {
    if (named || !v.is(Version, below))
      throw new UsageError('revoke <app> --below VERSION needs a version of three numbers, and takes no id')
    return runOperation(input, { action: 'floor', app, below, why })
  }
  if (!named) throw new UsageError('revoke needs the id of the release: revoke <app> <id>')
  return runOperation(input, { action: 'revoke', app, release: named, why })
}

/**
 * canary <app> [ID|VERSION] --share N [--manual]: gives a stored release to a share of browsers; by default the
 * newest one that is neither live nor a fallback. --stop ends it; --pause keeps it and leaves the decision to a person;
 * --resume lets the judge act again. `canary --judge` decides on every running canary by browser reports.
 */
export async function runCanary(input: CommandInput): Promise<CommandAnswer> {
  const { open, words, rest, app, data } = input
  const [share, manual, evenIfUnsafe] = [words.value('share'), words.flag('manual'), words.flag('even-if-unsafe')]
  const [action, ...others] = (['stop', 'pause', 'resume', 'judge'] as const).filter(name => words.flag(name))
  const hasTerms = share !== undefined || rest.length > 0 || manual || evenIfUnsafe
  if (action === 'judge') {
    if (others.length > 0 || hasTerms || app !== '') throw new UsageError('canary --judge takes nothing else')
    const judged = await judgeCanaries(
      await open(),
      createHealthReader(createServiceFinder(data)),
      words.flag('dry-run'),
    )
    const lines = judged.length > 0 ? judged.map(formatVerdict) : ['No canary is running.']
    return { data: { ok: true, judged }, lines }
  }
  if (app === '') throw new UsageError('canary needs an app: remote-auth …')
  if (action !== undefined) {
    if (others.length > 0 || hasTerms) throw new UsageError(`canary <app> --${action} takes nothing else but --why`)
    return runOperation(input, { action, app, why: whyOf(input) })
  }
  if (share === undefined || !/^[1-9][0-9]?$/.test(share) || Number(share) > 50)
    throw new UsageError(
      '--share must be a whole number of percent from 1 to 50, because a control group of the same size is compared with it',
    )
  const terms = { release: rest[0], share: Number(share), manual, evenIfUnsafe }
  return runOperation(input, { action: 'canary', app, ...terms, why: whyOf(input) })
}
