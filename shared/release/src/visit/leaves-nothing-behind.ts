import { publicPaths, type Release } from '@adcoin/contract'
import type { Browser } from 'playwright'
import { refuse, type ReleaseRefusal } from '../refusal.ts'
import { answered, NotSeen, openPage, type VisitedPage } from './open-page.ts'
import type { VisitSite } from './site.ts'
import { watchScript, type PageWatch } from './watch-page.ts'

/** A screen of the shell. */
const neutral = '/language'
const token = 'smoke-test-session-0123456789'
/** Of the page's clock. */
const idleMs = 30_000
/** Equal requests to the service in that time of a page that only shows something. */
const mostIdleRequests = 10
/** Processor time in that time: healthy screens stay below a tenth of it. */
const mostIdleWorkMs = 2_000
const mostPresses = 40

/** A mistake of the release, and the screen of it. */
type Finding = { readonly kind: 'report' | 'screen' | 'reads' | 'idle'; readonly what: string; readonly at?: string }

/** Remedies by the text of what was found; the first that fits. */
const remedies: readonly (readonly [said: RegExp, remedy: string])[] = [
  [/changed the page|<.*> in/, 'Draw it inside your own screen; sheets and dialogs come from @adcoin/ui.'],
  [/changed /, 'Never change what the browser brings: the frame and the other areas use it as well.'],
  [
    / listener/,
    'Take it away where it was added: return the removal from the effect, or pass the `signal` of `start`.',
  ],
  [/interval|timeout/, 'Clear it where it was started: return `clearTimeout` or `clearInterval` from the effect.'],
  [/window\./, 'Keep it in a module: what stands on window belongs to everybody.'],
  [/comes to rest/, 'Set state in an effect only where it differs: each setting draws the screen again.'],
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
 * Mounts and unmounts every screen of a release in a real browser, in the page that would be live, twice: in English and
 * light; in Hindi and dark, where each screen is left alone for 30 s and its buttons are pressed. Rejects what the shell
 * of that page reports, what the release leaves or changes, and a screen that does not appear.
 */
export async function leavesNothingBehind(
  browser: Browser,
  siteOf: () => VisitSite,
  release: Release,
): Promise<readonly ReleaseRefusal[]> {
  const screens = (release.manifest?.routes ?? []).map(({ path }) => addressOf(path))
  if (screens.length === 0) return []
  const sites = [siteOf(), siteOf()] as const
  const found = await Promise.all([
    visitRemote(browser, sites[0], release, { language: 'en_US', theme: 'light', isIdle: false }),
    visitRemote(browser, sites[1], release, { language: 'hi_IN', theme: 'dark', isIdle: true }),
  ])
  const all = [...found.flat(), ...unusedReads(release, [...sites[0].calls, ...sites[1].calls])]
  // Both visits of a screen find the same.
  const once = new Map(all.map(each => [`${each.at} ${each.what}`, each]))
  return [...once.values()].map(each => {
    const place = `${release.app}/${release.id}${each.at === undefined ? '' : `: ${each.at}`}`
    return refuse('leaves-nothing', place, each.what, remedyOf(each))
  })
}

const addressOf = (path: string) => path.replaceAll(/:[^/]+/g, '1')

type Way = { readonly language: string; readonly theme: string; readonly isIdle: boolean }

/** Every screen once, from one of the shell: those of a signed-in person, and then those of an anonymous one. */
async function visitRemote(browser: Browser, site: VisitSite, release: Release, way: Way): Promise<readonly Finding[]> {
  const { app, id, manifest } = release
  const screens = (manifest?.routes ?? []).map(({ path }) => addressOf(path))
  const pressed = way.isIdle ? (manifest?.smokeTest?.press ?? []).map(addressOf) : []
  const { language, theme } = way
  const stored = { 'adcoin.language': language, 'adcoin.theme': theme, 'adcoin.token': token }
  const visited = await openPage(browser, site, stored)
  const found: Finding[] = []
  let at = neutral
  try {
    const watch = await openNeutral(visited, site, app)
    const note = (kind: Finding['kind'], ...list: readonly string[]) => {
      for (const what of list) found.push({ kind, what, at })
    }
    const see = { visited, site, watch, id, note }
    for (const isPublic of [false, true]) {
      const own = screens.filter(path => publicPaths.includes(path) === isPublic)
      if (own.length === 0) continue
      await watch.evaluate(page => page.expect())
      if (isPublic) await watch.evaluate(page => page.signIn(null))
      for (at of own) await visitScreen(see, { path: at, isIdle: way.isIdle, isPressed: pressed.includes(at) })
      if (isPublic) await watch.evaluate((page, mine) => page.signIn(mine), token)
      at = neutral
    }
  } catch (thrown) {
    if (thrown instanceof NotSeen) throw new NotSeen(`${thrown.message}, at ${at}`)
    const reason = thrown instanceof Error ? thrown.message.split('\n', 1)[0] : 'it broke the page'
    found.push({ kind: 'report', what: String(reason), at })
  } finally {
    await visited.close()
  }
  const reports = site.reports.filter(each => each.app === app || (each.app === 'shell' && each.phase === 'runtime'))
  return [
    ...found,
    ...reports.map(({ phase, reason, path }) => {
      return { kind: 'report' as const, what: `${phase}: ${reason}`, ...(path === undefined ? {} : { at: path }) }
    }),
  ]
}

/** No code of the release has run before it is watched. */
async function openNeutral(visited: VisitedPage, site: VisitSite, app: string) {
  const { page, hold, open, until } = visited
  const give = hold()
  await open(neutral)
  const isThere = await until(() => page.locator('#root [data-column] h1').first().isVisible(), 20_000)
  if (!isThere) throw new NotSeen('the page around the release did not start')
  const watch = await page.evaluateHandle<PageWatch>(watchScript(app, site.folder))
  give()
  return watch
}

type See = {
  readonly visited: VisitedPage
  readonly site: VisitSite
  readonly watch: Awaited<ReturnType<typeof openNeutral>>
  readonly id: string
  readonly note: (kind: Finding['kind'], ...list: readonly string[]) => void
}
type Screen = { readonly path: string; readonly isIdle: boolean; readonly isPressed: boolean }

async function visitScreen(see: See, { path, isIdle, isPressed }: Screen): Promise<void> {
  const { visited, watch, id, note } = see
  const { until, pass } = visited
  const state = () => watch.evaluate(page => page.state())
  const go = (to: string) => answered(watch.evaluate((page, address) => page.go(address), to))
  const look = async () => note('report', ...(await answered(watch.evaluate(page => page.look()))))
  await watch.evaluate(page => page.expect())
  await go(path)
  // Another release or the card is shown once the shell has given this one up: it will not be mounted any more.
  await until(async () => (await state()).shown !== null || (await state()).hasCard, 10_000)
  const isMounted = async () => (await state()).shown === id
  if (!(await isMounted()))
    note('screen', (await state()).hasArea ? 'another release took its place' : 'it did not appear')
  await pass(250)
  await look()
  if (isIdle && (await isMounted())) await leaveAlone(see)
  if (isPressed && (await isMounted())) {
    await pressAll(see, async () => {
      if ((await state()).hasDialog) await visited.page.keyboard.press('Escape')
      await until(async () => !(await state()).hasDialog, 1_000)
      if ((await state()).path === path) return
      await go(path)
      await until(isMounted, 3_000)
    })
  }
  await look()
  await go(neutral)
  await until(async () => !(await state()).hasArea && !(await state()).hasCard, 3_000)
  // Effects of a remote clean up after those of the shell.
  await pass(1_000)
  note('report', ...(await answered(watch.evaluate(page => page.leave()))))
  // Timeouts that go on nevertheless are heard now.
  await pass(1_000)
  await look()
}

async function leaveAlone({ visited, site, note }: See): Promise<void> {
  const [before, worked] = [site.calls.length, await visited.workMs()]
  await visited.pass(idleMs, 1_000)
  const workMs = (await visited.workMs()) - worked
  if (workMs > mostIdleWorkMs) note('report', `longtask: it held the page for ${Math.round(workMs)} ms of ${idleMs}`)
  for (const [call, calls] of Map.groupBy(site.calls.slice(before), each => each.split(' ')[1]))
    if (calls.length > mostIdleRequests)
      note('idle', `it sends ${call} ${calls.length} times in 30 s in which nobody does anything`)
}

/** Presses each button of the area once. */
async function pressAll({ visited, watch }: See, comeBack: () => Promise<void>): Promise<void> {
  const pressed: string[] = []
  while (pressed.length < mostPresses) {
    const name = await answered(watch.evaluate((page, before) => page.press(before), pressed))
    if (name === undefined) return
    pressed.push(name)
    await visited.pass(100)
    await comeBack()
  }
}

/**
 * Reads of the manifest that no screen sends: screens are reached by navigation, which starts no reads ahead of them.
 */
function unusedReads({ manifest }: Release, calls: readonly string[]): readonly Finding[] {
  const sent = new Set(calls.filter(call => call.startsWith('GET ')).map(call => sameQuery(call.slice(4))))
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
