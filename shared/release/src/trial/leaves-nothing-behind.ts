import type { Generation, Release } from '@adcoin/contract'
import { pageOf } from '../compose/page.ts'
import { registryOf, releaseKey, type Releases } from '../compose/registry.ts'
import { publicPaths } from '../gate/public-paths.ts'
import type { PackedRelease } from '../publish/add-release.ts'
import type { Refusal } from '../refusal.ts'
import { layout, type Store } from '../store/store.ts'
import { openChromium } from './chromium.ts'
import type { Finding, TrialPlan } from './observe.ts'
import { openTrialSite } from './trial-site.ts'

const withinMs = 120_000
const remedies: Readonly<Record<Finding['kind'], string>> = {
  report: 'The shell reported this of it: mend what it says.',
  screen: 'Open it with `npm run dev`, and look at what it throws when answers are as short as the contract allows.',
  global: 'Keep it in a module: what stands on window belongs to everybody.',
  native: 'Never change what the browser brings: the frame and the other areas use it as well.',
  listener: 'Take it away where it was added: return the removal from the effect, or pass the `signal` of `start`.',
  timer: 'Clear it where it was started: return `clearTimeout` or `clearInterval` from the effect.',
  element: 'Draw it inside your own screen; sheets and dialogs come from @adcoin/ui.',
}

/**
 * Mounts and unmounts every screen of a release in a real browser, in the page that would be live, and refuses what stays behind: a
 * global, a changed native, a listener on window or document, a timer, an element.
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
  const apps = { ...next.apps, [release.app]: { active: release.id, previous: [] } }
  const generation = { ...next, apps }
  const live = new Map([...releases, [releaseKey(release.app, release.id), release]])
  const folder = `${layout.release(release.app, release.id)}/`
  const site = await openTrialSite({
    page: pageOf(generation, registryOf(generation, live), live, []),
    plan,
    releases: [...live.values()],
    read: async path => (path.startsWith(folder) ? packed.files.get(path.slice(folder.length)) : store.read(path)),
  })
  const close = await openChromium(chromium, `${site.url}${plan.visits[0]?.neutral}`)
  try {
    const found = await Promise.race([
      site.findings,
      new Promise<readonly Finding[]>(done =>
        setTimeout(done, withinMs, [
          { kind: 'screen', what: `the trial did not end within ${withinMs / 1000} s` },
        ]).unref(),
      ),
    ])
    return found.map(({ kind, what, at }) => ({
      rule: 'leaves-nothing',
      place: `${release.app}/${release.id}${at === undefined ? '' : `: ${at}`}`,
      says:
        at === undefined
          ? `after its screens were closed ${kind === 'native' ? 'this is no longer what the browser brought' : `something is left (${kind})`}: ${what}`
          : what,
      remedy: remedies[kind],
    }))
  } finally {
    await close()
    await site.close()
  }
}

/** Screens for somebody signed in, from a screen of the shell; and those that are only for somebody who is not. */
function planOf({ app, id, card }: Release): TrialPlan {
  const screens = (card?.routes ?? []).map(({ path }) => path.replaceAll(/:[^/]+/g, '1'))
  const open = screens.filter(path => publicPaths.includes(path))
  const visits = [
    { neutral: '/language', token: 'trial-session-0123456789', screens: screens.filter(path => !open.includes(path)) },
    { neutral: '/lanuch', token: null, screens: open },
  ]
  return { app, id, visits: visits.filter(each => each.screens.length > 0) }
}
