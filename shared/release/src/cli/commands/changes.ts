import * as v from 'valibot'
import { publicPaths, releaseKey, Version } from '@adcoin/contract'
import { planOperation, releaseToPromote, type Operation } from '../../operations/operations.ts'
import { pastGenerations, readLiveState, type LiveState } from '../../operations/live-state.ts'
import { planRetirement } from '../../operations/plan-rollback.ts'
import type { ReleaseContext } from '../../operations/site.ts'
import { refuseUnknownApp } from '../../releases/releases-there.ts'
import { change } from '../change.ts'
import { Usage, type CommandAnswer, type CommandInput } from '../command-line.ts'

/** rollback <app> [--to ID|VERSION] [--even-if-unsafe]: goes back to the previous good release, or to the named one. */
export async function rollback({ open, words, app }: CommandInput): Promise<CommandAnswer> {
  const why = words.value('why') ?? ''
  const evenIfUnsafe = words.flag('even-if-unsafe')
  const operation = { action: 'rollback' as const, app, release: words.value('to'), evenIfUnsafe, why }
  const site = await open()
  return change(site, state => planOperation(site, state, operation), words.flag('dry-run'))
}

/**
 * promote <app> [ID|VERSION] [--if-new]: makes a release live that is in the store; without a name the newest one. With
 * --if-new only one
 * that never was live: what an operator went back from stays away.
 */
export async function promote({ open, words, rest, app }: CommandInput): Promise<CommandAnswer> {
  const site = await open()
  const state = await readLiveState(site)
  await refuseUnknownApp(site, app, Object.keys(state.generation?.apps ?? {}))
  const { id } = await releaseToPromote(site, state, app, rest[0])
  const isDryRun = words.flag('dry-run')
  if (words.flag('if-new') && (await wasLive(site, state.number, app, id))) {
    return {
      data: { ok: true, dryRun: isDryRun, generation: state.number, action: 'promote', changes: [], release: id },
      lines: [`${app} ${id} was live before; nothing changed.`],
    }
  }
  const operation = {
    action: 'promote' as const,
    app,
    release: id,
    evenIfUnsafe: words.flag('even-if-unsafe'),
    why: words.value('why') ?? '',
  }
  return change(site, now => planOperation(site, now, operation), isDryRun, state)
}

/** Newest first: what is asked about is mostly what is live now. */
async function wasLive(site: ReleaseContext, newest: number, app: string, id: string): Promise<boolean> {
  for await (const { apps } of pastGenerations(site, newest)) if (apps[app]?.active === id) return true
  return false
}

/**
 * revoke <app> <ID|VERSION>: takes a release out for good; open pages that show it replace it. `--below VERSION`:
 * everything older.
 */
export async function revoke({ open, words, rest, app }: CommandInput): Promise<CommandAnswer> {
  const site = await open()
  const [named, below, why] = [rest[0], words.value('below'), words.value('why') ?? '']
  if (below !== undefined) {
    if (named || !v.is(Version, below)) throw new Usage('revoke <app> --below VERSION takes three numbers and no id')
  } else if (!named) throw new Usage('revoke needs the id of the release: revoke <app> <id>')
  const operation: Operation =
    below === undefined ? { action: 'revoke', app, release: named ?? '', why } : { action: 'floor', app, below, why }
  return change(site, state => planOperation(site, state, operation), words.flag('dry-run'))
}

/** retire <app>: takes a remote out of the page; open pages lose its tab, and its screen with the next navigation. */
export async function retire({ open, words, app }: CommandInput): Promise<CommandAnswer> {
  const site = await open()
  const state = await readLiveState(site)
  await refuseUnknownApp(site, app, Object.keys(state.generation?.apps ?? {}))
  const because = { action: 'retire' as const, why: words.value('why') ?? '' }
  const answer = await change(site, now => planRetirement(now, app, because, site), words.flag('dry-run'), state)
  return { ...answer, lines: [...answer.lines, ...losses(state, app)] }
}

/** Lines that name what people lose with the live release of an app. */
function losses({ generation, releases }: LiveState, app: string): readonly string[] {
  const release = releases.get(releaseKey(app, generation?.apps[app]?.active ?? ''))
  const paths = release?.manifest?.routes.map(({ path }) => path) ?? []
  const open = paths.filter(path => publicPaths.includes(path))
  return [
    `  people lose ${paths.join(', ')}`,
    ...(release?.tabs ?? []).map(({ labels, path }) => `  and the tab ${labels.en_US} (${path})`),
    ...(paths.includes('/login') ? ['  NOBODY CAN LOG IN without it'] : []),
    ...(open.length > 0 ? [`  people who are not logged in lose ${open.join(', ')}`] : []),
  ]
}

/**
 * canary <app> [ID|VERSION] --share N [--manual]: puts a release of the store before a share of browsers; without a
 * name the newest one that is neither live nor a fallback. --stop ends it; --pause keeps it and leaves the decision to
 * a person; --resume lets the judge act again.
 */
export async function canary({ open, words, rest, app }: CommandInput): Promise<CommandAnswer> {
  const why = words.value('why') ?? ''
  const share = words.value('share')
  const [running, ...others] = (['stop', 'pause', 'resume'] as const).filter(name => words.flag(name))
  if (
    running &&
    (others.length > 0 ||
      share !== undefined ||
      rest.length > 0 ||
      words.flag('manual') ||
      words.flag('even-if-unsafe'))
  )
    throw new Usage(`canary <app> --${running} takes nothing else but --why`)
  if (!running && (share === undefined || !/^[1-9][0-9]?$/.test(share) || Number(share) > 50))
    throw new Usage(
      '--share must be a whole number of percent from 1 to 50, because a control group of the same size is compared with it',
    )
  const operation = running
    ? ({ action: running } as const)
    : ({
        action: 'canary',
        release: rest[0],
        share: Number(share),
        manual: words.flag('manual'),
        evenIfUnsafe: words.flag('even-if-unsafe'),
      } as const)
  const site = await open()
  return change(site, state => planOperation(site, state, { ...operation, app, why }), words.flag('dry-run'))
}
