import { lt } from 'semver'
import { buildReleaseKey, type Release } from '@adcoin/contract'
import { checkCoexistence } from '../gate/coexistence.ts'
import { checkKeptRoutes } from '../gate/rules/routes.ts'
import { Refused, createRefusal, type ReleaseRefusal } from '../refusal.ts'
import type { Releases } from '../releases/releases.ts'
import type { LiveState } from './live-state.ts'
import { findRollbackReason, hasFailed, isBelow, type Plan } from './plan.ts'

/** One release that a change brings to people: as the live one of its app, or as a new canary. */
type Step = { readonly release: Release; readonly replaced: Release | undefined; readonly plan: Plan } & {
  readonly state: LiveState
}
type StepRule = (step: Step) => readonly ReleaseRefusal[]

const rules: readonly StepRule[] = [checkGone, checkFailed, checkAddresses, checkTabs, checkVersion, checkStoredData]

/**
 * Why a change may not go live, empty if it may. Every act passes here: publish, promote, canary, rollback, revoke and
 * the judge; as a plan, in a dry run and when it is applied.
 *
 * @param releases  the releases of the plan
 */
export function findChangeRefusals(plan: Plan, state: LiveState, releases = plan.releases): readonly ReleaseRefusal[] {
  const steps = listSteps(plan, state, new Map([...state.releases, ...releases]))
  return [...steps.flatMap(step => rules.flatMap(rule => rule(step))), ...checkCoexistence(plan.next, releases)]
}

/** @returns the plan, without fallbacks that an operator gives up. @throws Refused with every reason */
export function refuseChange(plan: Plan, state: LiveState): Plan {
  const isLoss = plan.accepts.loss && ['publish', 'promote'].includes(plan.change.action)
  const whole = isLoss ? dropUnfitFallbacks(plan) : plan
  const refusals = findChangeRefusals(whole, state)
  if (refusals.length > 0) throw new Refused(...refusals)
  return whole
}

/**
 * The same plan without the fallbacks that do not fit: remotes that its shell cannot carry, shells that no longer find
 * a release of each remote. Only for operators who accept that; otherwise the release is refused.
 */
function dropUnfitFallbacks(plan: Plan): Plan {
  const { shell, ...remotes }: Plan['next']['apps'] = plan.next.apps
  if (!shell) return plan
  const canCoexist = (apps: Plan['next']['apps']) => checkCoexistence({ apps }, plan.releases).length === 0
  const kept = Object.entries(remotes).map(([app, entry]) => {
    const previous = entry.previous.filter(id =>
      canCoexist({ shell: { ...shell, previous: [] }, [app]: { active: id, previous: [] } }),
    )
    return [app, { ...entry, previous }] as const
  })
  const apps = Object.fromEntries(kept)
  const previous = shell.previous.filter(id => canCoexist({ ...apps, shell: { ...shell, previous: [id] } }))
  return { ...plan, next: { ...plan.next, apps: { ...apps, shell: { ...shell, previous } } } }
}

function listSteps(plan: Plan, state: LiveState, known: Releases): readonly Step[] {
  return Object.entries(plan.next.apps).flatMap(([app, { active, canary }]) => {
    const before = state.live?.apps[app]
    const find = (id: string | undefined) => known.get(buildReleaseKey(app, id ?? ''))
    const replaced = find(before?.active)
    const brought = [active === before?.active ? undefined : active]
    if (canary?.release !== before?.canary?.release) brought.push(canary?.release)
    return brought.flatMap(id => {
      const release = find(id)
      return release ? [{ release, replaced, plan, state }] : []
    })
  })
}

/** True if the act adds a release. An act that only takes releases away is not refused for what the older one lacks. */
const isAdding = ({ change }: Plan) => ['publish', 'promote', 'canary'].includes(change.action)
const isReturning = ({ change }: Plan) => ['promote', 'canary', 'rollback'].includes(change.action)

function checkGone({ release: { app, id }, state: { live } }: Step): readonly ReleaseRefusal[] {
  const key = buildReleaseKey(app, id)
  const floor = live?.floor[app]
  const remedy = 'A revoked release never goes live again: publish a new one.'
  if (live?.revoked.includes(key)) return [createRefusal('revoked', key, 'it was revoked', remedy)]
  if (!isBelow(id, floor)) return []
  const says = `it is below ${floor}, the minimum version of ${app}`
  return [createRefusal('floor', key, says, 'Publish a newer version.')]
}

/** Publishing sources again is the wish to have them; other acts may meet a failed release by chance. */
function checkFailed({ release, plan, state }: Step): readonly ReleaseRefusal[] {
  if (!isReturning(plan) || plan.accepts.failed) return []
  const isBack = plan.change.action === 'rollback'
  if (isBack ? findRollbackReason(state, release) === undefined : !hasFailed(state, release)) return []
  return [createFailedRefusal(release)]
}

export function createFailedRefusal({ app, id }: Release): ReleaseRefusal {
  return createRefusal(
    'failed',
    buildReleaseKey(app, id),
    'it failed: it was rolled back, or its canary was stopped',
    'Choose another release (see `status`), or publish a fix. If it is good after all: --even-if-unsafe.',
  )
}

function checkAddresses({ release, replaced, plan }: Step): readonly ReleaseRefusal[] {
  return isAdding(plan) && !plan.accepts.loss ? checkKeptRoutes(release, replaced) : []
}

/** Tabs that one bar has room for, at 320 px. */
const mostTabs = 5

function checkTabs({ release, plan }: Step): readonly ReleaseRefusal[] {
  if (!isAdding(plan) || plan.accepts.loss || release.tabs.length === 0) return []
  const others = Object.entries(plan.next.apps).flatMap(([app, { active }]) => {
    const each = plan.releases.get(buildReleaseKey(app, active))
    return app === release.app ? [] : (each?.tabs ?? []).map(tab => ({ ...tab, app }))
  })
  const place = `${release.app}/${release.id}: tabs`
  const count = others.length + release.tabs.length
  const all = [...others, ...release.tabs.map(tab => ({ ...tab, app: release.app }))]
  const twin = release.tabs.flatMap(tab => all.filter(each => each.order === tab.order && each.path !== tab.path))[0]
  const refuse = (says: string, remedy: string) => [createRefusal('tabs-fit', place, says, remedy)]
  if (count > mostTabs)
    return refuse(`the bar would have ${count} tabs and has room for ${mostTabs}`, 'Link the screen from another one.')
  if (!twin) return []
  return refuse(
    `${twin.path} of ${twin.app} has the same order, ${twin.order}`,
    'Choose another "order" in remote.json.',
  )
}

/** A lower version that is newer may be of an old branch; an older release is a way back, on purpose. */
function checkVersion({ release: { app, version, created }, replaced, plan }: Step): readonly ReleaseRefusal[] {
  if (!isAdding(plan) || plan.accepts.older || !replaced) return []
  if (created < replaced.created || !lt(version, replaced.version)) return []
  const flag = plan.change.action === 'publish' ? '--downgrade' : '--even-if-unsafe'
  const remedy = `Publish from the newest sources, or raise "version" in package.json; ${flag} takes it anyway.`
  return [createRefusal('version-older', `${app} ${version}`, `the newer version ${replaced.version} is live`, remedy)]
}

/** Stored data that the older release would lose: `owner.name@version` that newer ones write and it cannot read. */
function checkStoredData({ release, plan, state }: Step): readonly ReleaseRefusal[] {
  const { app, id, created, storage } = release
  if (!isReturning(plan) || plan.accepts.loss) return []
  const { active = '', previous = [] } = state.live?.apps[app] ?? {}
  const newer = [active, ...previous]
    .map(each => state.releases.get(buildReleaseKey(app, each)))
    .filter(each => each !== undefined && each.created > created)
  const written = new Set(newer.flatMap(each => each?.storage ?? []))
  const unread = [...written].filter(each => !storage.includes(each)).sort()
  if (unread.length === 0) return []
  const says = `it cannot read ${unread.join(', ')}, which newer releases stored in browsers`
  const remedy = 'Publish a fix instead. If losing that data is the smaller harm: --even-if-unsafe.'
  return [createRefusal('stored-data', buildReleaseKey(app, id), says, remedy)]
}
