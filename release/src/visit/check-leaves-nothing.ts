import { publicPaths, type Release } from '@adcoin/contract'
import type { Browser } from 'playwright'
import { createRefusal, type ReleaseRefusal } from '../refusal.ts'
import type { PackedRelease } from '../releases/add-release.ts'
import { addSourceLine } from '../releases/source-maps.ts'
import { withAnswerTimeout, VisitError, openPage, type VisitedPage } from './open-page.ts'
import type { VisitSite } from './visit-site.ts'
import { buildWatchScript, type PageWatch } from './watch-page.ts'

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

/** A mistake of the release, its screen, and the visit that found it. */
type Finding = { readonly what: string; readonly at?: string | undefined; readonly mode?: string }

/** What a release that broke reports, or leaves undone: another rule than that of what it leaves behind. */
const broken =
  /^(render|evaluate|door|entry|preload|stall): |^runtime: \w*(Error|Exception): |did not appear|another release replaced it/

/** Remedies by the text of the mistake; the first match counts. */
const remedies: readonly (readonly [mistake: RegExp, remedy: string])[] = [
  [
    /^it never sends/,
    'Remove it from "reads" in remote.json: each phone would wait for an answer that no screen shows.',
  ],
  [/times in 30 s/, 'Read once, and again when an event reports a change (`useEvent`).'],
  [
    /Minified React error #(300|310)\b/,
    'Call every hook at each draw: none after an early return, in a condition or in a loop.',
  ],
  [broken, 'Open the screen with `npm run dev` in that language; answers are the shortest that the contract allows.'],
  [/a <style> for/, 'Give each selector a class of your own: the frame and the other areas have such elements too.'],
  [/policy of the page/, 'The page takes scripts, styles and fonts as files of the release: import them.'],
  [/changed the page| in <body>/, 'Draw it inside your own screen; use sheets and dialogs of @adcoin/ui.'],
  [/changed /, 'Do not change objects of the browser: the frame and the other areas use them too.'],
  [/ listener/, 'Remove it where you add it: return the removal from the effect, or pass the `signal` of `start`.'],
  [/interval|timeout/, 'Clear it where you start it: return `clearTimeout` or `clearInterval` from the effect.'],
  [/without an idle moment/, 'Set state in an effect only if it differs: each call renders the screen again.'],
]

/**
 * Mounts and unmounts every screen of a release in a real browser, in the page that would be live, twice: in English
 * and light; in Hindi and dark, where each screen is left alone for 30 s and its buttons are pressed. Rejects what the
 * shell of that page reports, what the release leaves or changes, and a screen that does not appear.
 */
export async function checkLeavesNothing(
  browser: Browser,
  createSite: () => VisitSite,
  { release, maps }: PackedRelease,
): Promise<readonly ReleaseRefusal[]> {
  if (!release.manifest?.routes.length) return []
  const sites = [createSite(), createSite()] as const
  const found = await Promise.all([
    visitRemote(browser, sites[0], release, { language: 'en_US', theme: 'light', isIdle: false }),
    visitRemote(browser, sites[1], release, { language: 'hi_IN', theme: 'dark', isIdle: true }),
  ])
  const all = [...found.flat(), ...findUnusedReads(release, [...sites[0].calls, ...sites[1].calls])]
  // Mostly both visits of a screen find the same; else the mode is a part of the cause.
  const once = Map.groupBy(all, each => `${each.at} ${each.what}`)
  return [...once.values()].map(([{ what = '', at, mode } = {}, ...others]) => {
    const isOfMode = mode !== undefined && others.every(each => each.mode === mode)
    const place = `${release.app}/${release.id}${at === undefined ? '' : `: ${at}`}${isOfMode ? ` (${mode})` : ''}`
    const rule = broken.test(what) ? 'screens-work' : 'leaves-nothing'
    return createRefusal(
      rule,
      place,
      addSourceLine(what, file => maps?.get(file)),
      findRemedy(what),
    )
  })
}
const findRemedy = (what: string) =>
  remedies.find(([mistake]) => mistake.test(what))?.[1] ?? 'The shell reported this violation: repair it.'

const fillAddress = (path: string) => path.replaceAll(/:[^/]+/g, '1')

type VisitMode = { readonly language: string; readonly theme: string; readonly isIdle: boolean }

/** Every screen once, from one of the shell. */
async function visitRemote(
  browser: Browser,
  site: VisitSite,
  release: Release,
  way: VisitMode,
): Promise<readonly Finding[]> {
  const { app, id, manifest } = release
  const pressed = way.isIdle ? (manifest?.smokeTest?.press ?? []) : []
  const { language, theme } = way
  const stored = { 'adcoin.language': language, 'adcoin.theme': theme, 'adcoin.token': token }
  const visited = await openPage(browser, site, stored)
  const found: Finding[] = []
  let at = neutral
  try {
    const steps = await openNeutral(visited, site, app)
    const note = (...list: readonly string[]) => void found.push(...list.map(what => ({ what, at })))
    for (const { path } of manifest?.routes ?? []) {
      at = fillAddress(path)
      await visitScreen({ visited, site, steps, id, note }, at, {
        isIdle: way.isIdle,
        isPressed: pressed.includes(path),
      })
    }
  } catch (thrown) {
    if (thrown instanceof VisitError) throw new VisitError(`${thrown.message}, at ${at}`)
    found.push({ what: thrown instanceof Error ? (thrown.message.split('\n', 1)[0] ?? '') : String(thrown), at })
  } finally {
    await visited.close()
  }
  // The cause of the card was reported before.
  const causes = site.reports.filter(each => each.outcome !== 'card')
  const reports = causes.filter(each => each.app === app || (each.app === 'shell' && each.phase === 'runtime'))
  const reported = reports.map(({ phase, reason, path }) => ({ what: `${phase}: ${reason}`, at: path }))
  return [...found, ...reported].map(each => ({ ...each, mode: `${language}, ${theme}` }))
}

type Steps = Awaited<ReturnType<typeof openNeutral>>

/** Watches from before any code of the release runs. */
async function openNeutral({ page, delayFiles, openPath, waitUntil }: VisitedPage, site: VisitSite, app: string) {
  const releaseFiles = delayFiles()
  await openPath(neutral)
  const isThere = await waitUntil(() => page.locator('#root [data-column] h1').first().isVisible(), 20_000)
  if (!isThere) throw new VisitError('the shell around the release did not start')
  const watch = await page.evaluateHandle<PageWatch>(buildWatchScript(app, site.folder))
  releaseFiles()
  return {
    state: () => withAnswerTimeout(watch.evaluate(each => each.state())),
    readChanges: () => withAnswerTimeout(watch.evaluate(each => each.readChanges())),
    expect: () => withAnswerTimeout(watch.evaluate(each => each.expect())),
    leave: () => withAnswerTimeout(watch.evaluate(each => each.leave())),
    go: (to: string) => withAnswerTimeout(watch.evaluate((each, path) => each.go(path), to)),
    signIn: (as: string | null) => withAnswerTimeout(watch.evaluate((each, mine) => each.signIn(mine), as)),
    press: (before: readonly string[]) => withAnswerTimeout(watch.evaluate((each, names) => each.press(names), before)),
  }
}

type ScreenVisit = {
  readonly visited: VisitedPage
  readonly site: VisitSite
  readonly steps: Steps
  readonly id: string
  readonly note: (...list: readonly string[]) => void
}
type ScreenActions = { readonly isIdle: boolean; readonly isPressed: boolean }

/** Mounts a screen again if it left something: a library keeps its state, a leak grows. */
async function visitScreen(see: ScreenVisit, path: string, actions: ScreenActions): Promise<void> {
  const left = await mountScreen(see, path, actions)
  const again = left.length === 0 ? [] : await mountScreen(see, path, actions)
  see.note(...left.filter(what => again.includes(what)).map(what => `it left behind at each visit: ${what}`))
}

/** @returns what it left */
async function mountScreen(
  see: ScreenVisit,
  path: string,
  { isIdle, isPressed }: ScreenActions,
): Promise<readonly string[]> {
  const { visited, steps, id, note } = see
  const { waitUntil, advance } = visited
  const { state } = steps
  // The others are only for anonymous visitors.
  const isPrivate = !publicPaths.includes(path)
  await steps.expect()
  if (!isPrivate) await steps.signIn(null)
  await steps.go(path)
  // Another release or the card is shown once the shell has given this one up: it will not be mounted any more.
  await waitUntil(async () => (await state()).shown !== null || (await state()).hasCard, 10_000)
  const isMounted = async () => (await state()).shown === id
  if (!(await isMounted())) note((await state()).hasArea ? 'another release replaced it' : 'it did not appear')
  await advance(250)
  note(...(await steps.readChanges()))
  if (isIdle && (await isMounted())) await watchIdle(see)
  if (isPressed && (await isMounted())) await pressAll(see, path, isMounted)
  note(...(await steps.readChanges()))
  if (!isPrivate) await steps.signIn(token)
  await waitUntil(async () => isPrivate || (await state()).path !== path, 3_000)
  await steps.go(neutral)
  await waitUntil(async () => !(await state()).hasArea && !(await state()).hasCard, 3_000)
  // Effects of a remote clean up after those of the shell.
  await advance(1_000)
  const { changes, left } = await steps.leave()
  note(...changes)
  // Timeouts that still run report now.
  await advance(1_000)
  note(...(await steps.readChanges()))
  return left
}

async function watchIdle({ visited, site, note }: ScreenVisit): Promise<void> {
  const [before, worked] = [site.calls.length, await visited.readWorkMs()]
  await visited.advance(idleMs, 1_000)
  const workMs = (await visited.readWorkMs()) - worked
  if (workMs > mostIdleWorkMs) note(`longtask: it blocked the page for ${Math.round(workMs)} ms of ${idleMs}`)
  // Also with another input each time: an object that is new at each draw sends another request.
  for (const [call, calls] of Map.groupBy(site.calls.slice(before), each => each.split(/[ ?]/)[1]))
    if (calls.length > mostIdleRequests) note(`it sends ${call} ${calls.length} times in 30 s without any input`)
}

/** Presses each button of the area once, and comes back where that led elsewhere. */
async function pressAll(
  { visited, steps }: ScreenVisit,
  path: string,
  isMounted: () => Promise<boolean>,
): Promise<void> {
  const pressed: string[] = []
  while (pressed.length < mostPresses) {
    const name = await steps.press(pressed)
    if (name === undefined) return
    pressed.push(name)
    await visited.advance(100)
    if ((await steps.state()).hasDialog) await withAnswerTimeout(visited.page.keyboard.press('Escape'))
    await visited.waitUntil(async () => !(await steps.state()).hasDialog, 1_000)
    if ((await steps.state()).path === path) continue
    await steps.go(path)
    await visited.waitUntil(isMounted, 3_000)
  }
}

/**
 * Reads of the manifest that no screen sends: screens are reached by navigation, which starts no reads ahead of them.
 */
function findUnusedReads({ manifest }: Release, calls: readonly string[]): readonly Finding[] {
  const sent = new Set(calls.filter(call => call.startsWith('GET ')).map(call => sortQuery(call.slice(4))))
  return (manifest?.routes ?? []).flatMap(({ path, reads = [] }) =>
    reads
      .filter(read => !sent.has(sortQuery(read)))
      .map(read => ({ what: `it never sends ${read}, a read of its manifest`, at: path })),
  )
}

/** An address with its query in one order. */
function sortQuery(address: string): string {
  const [path = '', query = ''] = address.split('?', 2)
  return `${path}?${query.split('&').sort().join('&')}`
}
