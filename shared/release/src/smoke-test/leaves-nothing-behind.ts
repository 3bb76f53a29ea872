import { publicPaths, type Generation, type Release } from '@adcoin/contract'
import type { Releases } from '../releases/releases.ts'
import type { PackedRelease } from '../releases/add-release.ts'
import { refuse, type ReleaseRefusal } from '../refusal.ts'
import type { Store } from '../store/store.ts'
import { watchNatives } from './changed-natives.ts'
import { runSmokeTest } from './smoke-test.ts'
import { idleMarks } from './smoke-test-site.ts'
import { openClock, openStage, visit, type Finding, type SmokeTestPlan } from './visit.ts'

/** 30 s of the page's clock in half a second. */
const idleTime = { speed: 60, ms: 500 } as const
/** Equal requests to the service in that time of a page that only shows something. */
const mostIdleRequests = 10

/** Remedies by the text of the shell's report; the first that fits. */
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
const remediesOfKind = {
  screen: 'Open it with `npm run dev`, and look at what it throws when answers are as short as the contract allows.',
  reads: 'Take it out of remote.json: each phone would wait for an answer that nothing shows.',
  idle: 'Read once, and again when an event says that something changed (`useEvent`).',
} as const
const remedyOf = ({ kind, what }: Finding) =>
  kind !== 'report'
    ? remediesOfKind[kind]
    : (remedies.find(([said]) => said.test(what))?.[1] ?? 'The shell reported this of it: mend what it says.')

/**
 * Mounts and unmounts every screen of a release in a real browser, in the page that would be live, and rejects what the
 * shell of that page reports: a global, a changed native, a listener, a timer, a leftover element, and a screen that
 * does not appear. The gate finds only what the shell notices: `shared/docs/decisions/what-a-remote-leaves-behind.md`.
 *
 * @param chromium  path of the browser
 */
export async function leavesNothingBehind(
  store: Store,
  next: Generation,
  releases: Releases,
  packed: PackedRelease,
  chromium: string,
): Promise<readonly ReleaseRefusal[]> {
  const { release } = packed
  const plan = planOf(release)
  if (plan.visits.length === 0) return []
  const found = await runSmokeTest(store, next, releases, packed, chromium, {
    script: `{const plan=${JSON.stringify(plan)};const stage=(${openStage.toString()})(plan,${openClock.toString()});(${visit.toString()})(plan,stage,(${watchNatives.toString()})())}`,
    app: release.app,
    begins: plan.visits[0]?.neutral ?? '/',
  })
  const all = [...found.found, ...unusedReads(release, found.asked), ...idleRequests(found.idle)]
  // Both visits of a screen find the same.
  const once = new Map(all.map(each => [`${each.at} ${each.what}`, each]))
  return [...once.values()].map(each => {
    const place = `${release.app}/${release.id}${each.at === undefined ? '' : `: ${each.at}`}`
    return refuse('leaves-nothing', place, each.what, remedyOf(each))
  })
}

const addressOf = (path: string) => path.replaceAll(/:[^/]+/g, '1')

/**
 * Visits: screens for a signed-in person, from a screen of the shell; and those that are only for anonymous visitors.
 */
function planOf({ app, id, manifest }: Release): SmokeTestPlan {
  const screens = (manifest?.routes ?? []).map(({ path }) => addressOf(path))
  const open = screens.filter(path => publicPaths.includes(path))
  const people = [
    { neutral: '/language', isSignedIn: true, screens: screens.filter(path => !open.includes(path)) },
    { neutral: '/lanuch', isSignedIn: false, screens: open },
  ].filter(each => each.screens.length > 0)
  const pressed = (manifest?.smokeTest?.press ?? []).map(addressOf)
  const visits = [
    ...people.map(each => ({ ...each, language: 'en_US', theme: 'light' as const, isIdle: false, pressed: [] })),
    ...people.map(each => ({ ...each, language: 'hi_IN', theme: 'dark' as const, isIdle: true, pressed })),
  ]
  return { app, id, token: 'smoke-test-session-0123456789', visits, idle: { ...idleMarks, ...idleTime } }
}

/**
 * Reads of the manifest that no screen sends: screens are reached by navigation, which starts no reads ahead of them.
 */
function unusedReads({ manifest }: Release, requests: readonly string[]): readonly Finding[] {
  const sent = new Set(requests.map(sameQuery))
  return (manifest?.routes ?? []).flatMap(({ path, reads = [] }) =>
    reads
      .filter(read => !sent.has(sameQuery(read)))
      .map(read => ({
        kind: 'reads' as const,
        what: `it never sends ${read}, which "reads" of its manifest names`,
        at: path,
      })),
  )
}

/** An address with its query in one order. */
function sameQuery(address: string): string {
  const [path = '', query = ''] = address.split('?', 2)
  return `${path}?${query.split('&').sort().join('&')}`
}

function idleRequests(idle: ReadonlyMap<string, number>): readonly Finding[] {
  return [...idle]
    .filter(([, count]) => count > mostIdleRequests)
    .map(([key, count]) => {
      const [at = '', call] = key.split(' ')
      return { kind: 'idle', what: `it sends ${call} ${count} times in 30 s in which nobody does anything`, at }
    })
}
