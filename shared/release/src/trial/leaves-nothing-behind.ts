import { publicPaths, type Generation, type Release } from '@adcoin/contract'
import type { Releases } from '../releases/releases.ts'
import type { PackedRelease } from '../releases/add-release.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { Store } from '../store/store.ts'
import { watchNatives } from './changed-natives.ts'
import { trial } from './trial.ts'
import { openStage, visit, type Finding, type TrialPlan } from './visit.ts'

/** By what the shell's report says; the first that fits. */
const remedies: readonly (readonly [said: RegExp, remedy: string])[] = [
  [/it changed the page/, 'Draw it inside your own screen; sheets and dialogs come from @adcoin/ui.'],
  [/changed /, 'Never change what the browser brings: the frame and the other areas use it as well.'],
  [
    / listener/,
    'Take it away where it was added: return the removal from the effect, or pass the `signal` of `start`.',
  ],
  [/interval|timeout/, 'Clear it where it was started: return `clearTimeout` or `clearInterval` from the effect.'],
  [/window\./, 'Keep it in a module: what stands on window belongs to everybody.'],
]
const remedyOf = ({ kind, what }: Finding) =>
  kind === 'screen'
    ? 'Open it with `npm run dev`, and look at what it throws when answers are as short as the contract allows.'
    : (remedies.find(([said]) => said.test(what))?.[1] ?? 'The shell reported this of it: mend what it says.')

/**
 * Mounts and unmounts every screen of a release in a real browser, in the page that would be live, and refuses whatever
 * the shell of that page reports: a global, a changed native, a listener, a timer, an element that the release left,
 * and a screen that does not appear. What the shell does not notice, the gate does not either:
 * `shared/docs/decisions/what-a-remote-leaves-behind.md`.
 *
 * @param chromium  path of the browser
 */
export async function leavesNothingBehind(
  store: Store,
  next: Generation,
  releases: Releases,
  packed: PackedRelease,
  chromium: string,
): Promise<readonly Refusal[]> {
  const { release } = packed
  const plan = planOf(release)
  if (plan.visits.length === 0) return []
  const found = await trial(store, next, releases, packed, chromium, {
    script: `{const plan=${JSON.stringify(plan)};(${visit.toString()})(plan,(${openStage.toString()})(plan),(${watchNatives.toString()})())}`,
    app: release.app,
    begins: plan.visits[0]?.neutral ?? '/',
  })
  return found.map(each => {
    const place = `${release.app}/${release.id}${each.at === undefined ? '' : `: ${each.at}`}`
    return refuse('leaves-nothing', place, each.what, remedyOf(each))
  })
}

/** Screens for somebody signed in, from a screen of the shell; and those that are only for somebody who is not. */
function planOf({ app, id, card }: Release): TrialPlan {
  const screens = (card?.routes ?? []).map(({ path }) => path.replaceAll(/:[^/]+/g, '1'))
  const open = screens.filter(path => publicPaths.includes(path))
  const visits = [
    { neutral: '/language', isSignedIn: true, screens: screens.filter(path => !open.includes(path)) },
    { neutral: '/lanuch', isSignedIn: false, screens: open },
  ]
  return { app, id, token: 'trial-session-0123456789', visits: visits.filter(each => each.screens.length > 0) }
}
