import * as v from 'valibot'
import { AppName, publicPaths, buildReleaseKey, Version } from '@adcoin/contract'
import { judgeCanaries, formatVerdict } from '../../operations/judge-canaries.ts'
import { planOperation, type Operation } from '../../operations/operations.ts'
import { findReleaseToPromote } from '../../operations/promote.ts'
import { findArrivingRelease } from '../../operations/promote-from.ts'
import { readPastRecords, readLiveState, type LiveState } from '../../operations/live-state.ts'
import { createHealthReader, createServiceFinder } from '../../operations/read-health.ts'
import type { ReleaseContext } from '../../operations/release-context.ts'
import { suggestWord } from '../../refusal.ts'
import { listApps } from '../../releases/list-apps.ts'
import { refuseUnknownApp } from '../../releases/list-releases.ts'
import { runChange } from '../change.ts'
import { UsageError, type CommandAnswer, type CommandInput } from '../command-line.ts'

/**
 * rollback <app> … [--to ID|VERSION] [--even-if-unsafe]: rolls back to the previous good release, or to the named one;
 * several apps as one generation.
 */
export async function runRollback(input: CommandInput): Promise<CommandAnswer> {
  const { words } = input
  const [to, evenIfUnsafe, wanted] = [words.value('to'), words.flag('even-if-unsafe'), readApps(input)]
  const named = wanted.find(({ release }) => release !== undefined)?.release
  if (named !== undefined) throw new UsageError(`rollback does not take "${named}": --to names the release of one app.`)
  if (to !== undefined && wanted.length > 1) throw new UsageError('--to names the release of one app')
  const operationOf = ({ app }: WantedApp): Operation => {
    return { action: 'rollback', app, release: to, evenIfUnsafe, why: whyOf(input) }
  }
  const [first, ...others] = wanted
  return runOperation(input, [operationOf(first), ...others.map(operationOf)])
}

type WantedApp = { readonly app: string; readonly release: string | undefined }

/** Reads `shell remote-auth 1.2.0`: the apps of one generation, each with the release that is named after it. */
function readApps({ app, rest, root }: CommandInput): readonly [WantedApp, ...WantedApp[]] {
  const wanted: [WantedApp, ...WantedApp[]] = [{ app, release: undefined }]
  for (const word of rest) {
    const last = wanted.at(-1)
    const isTwice = wanted.some(each => each.app === word)
    if (isTwice) throw new UsageError(`${word} is named twice.`)
    if (v.is(AppName, word)) wanted.push({ app: word, release: undefined })
    else if (last && last.release === undefined && /^\d/.test(word)) wanted.splice(-1, 1, { ...last, release: word })
    else throw new UsageError(`Unknown app "${word}". ${suggestWord(word, listApps(root))}`.trimEnd())
  }
  return wanted
}

async function runOperation(
  { open, words }: CommandInput,
  operations: readonly [Operation, ...Operation[]],
  knownState?: { readonly context: ReleaseContext; readonly state: LiveState },
): Promise<CommandAnswer> {
  const context = knownState?.context ?? (await open())
  const planFor = (state: LiveState) => planOperation(context, state, ...operations)
  return runChange(context, planFor, words.flag('dry-run'), knownState?.state)
}

const whyOf = ({ words }: CommandInput) => words.value('why') ?? ''

/**
 * promote <app> [ID|VERSION] … [--if-new]: makes stored releases live, by default the newest; several apps as one
 * generation. With --if-new only those that never were live: what an operator went back from stays away. --none: takes
 * a remote out. --from STORE: releases of another store, copied once every rule is met.
 */
export async function runPromote(input: CommandInput): Promise<CommandAnswer> {
  const { open, words, rest, app } = input
  const [isDryRun, isNone, from, why] = [words.flag('dry-run'), words.flag('none'), words.value('from'), whyOf(input)]
  if (isNone && !isDryRun && why.trim() === '')
    throw new UsageError('promote --none needs a reason for the history: --why TEXT.')
  if (isNone && (rest.length > 0 || words.flag('if-new') || from !== undefined))
    throw new UsageError('promote <app> --none removes the live release; it takes no release, --if-new or --from')
  const wanted = readApps(input)
  const context = await open()
  const state = await readLiveState(context)
  if (isNone) {
    const answer = await runOperation(input, [{ action: 'retire', app, why }], { context, state })
    return { ...answer, lines: [...answer.lines, ...describeLosses(state, app)] }
  }
  const found = await findPromoted(context, state, wanted, from)
  const lived = words.flag('if-new') ? await listFormerlyLive(context, state.number, found.releases) : []
  const [first, ...others] = found.releases
    .filter(release => !lived.includes(release))
    .map(({ app: each, id }): Operation => {
      return { action: 'promote', app: each, release: id, evenIfUnsafe: words.flag('even-if-unsafe'), why }
    })
  if (!first) {
    const data = { ok: true, dryRun: isDryRun, generation: state.number, action: 'promote', changes: [] }
    const lines = lived.map(({ app: each, id }) => `${each} ${id} was live before; nothing changed.`)
    return { data, lines }
  }
  const promote = (known: ReleaseContext, isRehearsal: boolean) =>
    runChange(known, now => planOperation(known, now, first, ...others), isRehearsal, state)
  if (from === undefined) return promote(context, isDryRun)
  const planned = await promote(found.context, true)
  if (isDryRun) return planned
  for (const copy of found.copies) await copy()
  return promote(context, false)
}

type Promoted = {
  readonly releases: readonly { readonly app: string; readonly id: string }[]
  /** The store as it will be with the releases of another one. */
  readonly context: ReleaseContext
  readonly copies: readonly (() => Promise<void>)[]
}

/** @throws Refused if a release is missing */
async function findPromoted(
  context: ReleaseContext,
  state: LiveState,
  wanted: readonly WantedApp[],
  from: string | undefined,
): Promise<Promoted> {
  let found: Promoted = { releases: [], context, copies: [] }
  for (const { app, release } of wanted) {
    if (from === undefined) await refuseUnknownApp(context, app, Object.keys(state.live?.apps ?? {}))
    const arriving =
      from === undefined ? undefined : await findArrivingRelease(found.context, state, app, from, release)
    const id = arriving?.id ?? (await findReleaseToPromote(context, state, app, release)).id
    found = {
      releases: [...found.releases, { app, id }],
      context: arriving?.context ?? context,
      copies: [...found.copies, ...(arriving ? [arriving.copy] : [])],
    }
  }
  return found
}

/** Those of the releases that were live. Reads newest first: mostly the releases in question are live now. */
async function listFormerlyLive<Named extends { readonly app: string; readonly id: string }>(
  context: ReleaseContext,
  newest: number,
  releases: readonly Named[],
): Promise<readonly Named[]> {
  const lived = new Set<Named>()
  for await (const { live } of readPastRecords(context, newest)) {
    for (const release of releases) if (live.apps[release.app]?.active === release.id) lived.add(release)
    if (lived.size === releases.length) break
  }
  return [...lived]
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
    return runOperation(input, [{ action: 'floor', app, below, why }])
  }
  if (!named) throw new UsageError('revoke needs the id of the release: revoke <app> <id>')
  return runOperation(input, [{ action: 'revoke', app, release: named, why }])
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
    return runOperation(input, [{ action, app, why: whyOf(input) }])
  }
  if (share === undefined || !/^[1-9][0-9]?$/.test(share) || Number(share) > 50)
    throw new UsageError(
      '--share must be a whole number of percent from 1 to 50, because a control group of the same size is compared with it',
    )
  const terms = { release: rest[0], share: Number(share), manual, evenIfUnsafe }
  return runOperation(input, [{ action: 'canary', app, ...terms, why: whyOf(input) }])
}
