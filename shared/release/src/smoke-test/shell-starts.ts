import { apiCodes, type Generation, startPaths, tagOf } from '@adcoin/contract'
import { refuse, type ReleaseRefusal } from '../refusal.ts'
import type { PackedRelease } from '../releases/add-release.ts'
import type { Releases } from '../releases/releases.ts'
import type { Store } from '../store/store.ts'
import { runSmokeTest } from './smoke-test.ts'
import type { Finding } from './visit.ts'

/**
 * Starts a shell in a real browser, beside the live remotes, as people would: signed in and signed out, in each
 * language. Nothing else of the gate runs it, and a shell that does not start breaks every area.
 *
 * @param chromium  path of the browser
 */
export async function shellStarts(
  store: Store,
  next: Generation,
  releases: Releases,
  packed: PackedRelease,
  chromium: string,
): Promise<readonly ReleaseRefusal[]> {
  const { id } = packed.release
  const ownerOf = (path: string) =>
    Object.entries(next.apps).find(([app, { active }]) =>
      releases.get(`${app}/${active}`)?.manifest?.routes.some(route => route.path === path),
    )?.[0]
  const plan: StartPlan = {
    starts: apiCodes.flatMap(language =>
      [
        { path: startPaths.home, token: 'smoke-test-session-0123456789' },
        { path: startPaths.landing, token: null },
      ].map(start => ({ ...start, language, tag: tagOf(language), area: ownerOf(start.path) ?? null })),
    ),
  }
  const { found } = await runSmokeTest(store, next, releases, packed, chromium, {
    script: `(${startShell.toString()})(${JSON.stringify(plan)})`,
    begins: plan.starts[0]?.path ?? '/',
  })
  return found.map(({ what, at }) =>
    refuse(
      'shell-starts',
      `shell/${id}${at === undefined ? '' : `: ${at}`}`,
      what,
      'Open it with `npm start` on a data folder of its own, and look at the console of the browser.',
    ),
  )
}

/** Each start of the page, one after the other: address, session, language, and the app of the area. */
type StartPlan = {
  readonly starts: readonly {
    readonly path: string
    readonly token: string | null
    readonly language: string
    readonly tag: string
    readonly area: string | null
  }[]
}

/**
 * Runs in the page before everything else, and checks whether the shell draws its frame, in the chosen language, with
 * the area of the path in it. Reports of the shell and of the page's boot script are added.
 *
 * Its source text is served, so it uses nothing from outside but its argument.
 */
function startShell(plan: StartPlan): void {
  // As the browser brings them.
  const { setTimeout: later, fetch: send, localStorage: storage } = window
  const nth = Number(new URLSearchParams(location.search).get('start'))
  const start = plan.starts[nth]
  if (!start) return
  storage.clear()
  storage.setItem('adcoin.language', start.language)
  if (start.token !== null) storage.setItem('adcoin.token', start.token)

  const wait = (ms: number) => new Promise(done => later(done, ms))
  const isThere = (selector: string) => (document.querySelector(selector)?.textContent || '').trim() !== ''
  const isDrawn = () =>
    isThere('#root [data-column] h1') &&
    document.documentElement.lang === start.tag &&
    (start.area === null || isThere(`[data-area="${start.area}"]`))
  const hasFailed = () => document.querySelector('#root [data-failed], #root > [role=alert]') !== null

  async function run(): Promise<readonly Finding[]> {
    const end = performance.now() + 15_000
    while (performance.now() < end && !isDrawn() && !hasFailed()) await wait(25)
    // Immediate failures happen now.
    await wait(200)
    return isDrawn() && !hasFailed() ? [] : [{ kind: 'screen', what: 'it did not draw its first screen', at: whose() }]
  }
  const whose = () => `${start.path}, ${start.token === null ? 'signed out' : 'signed in'}, ${start.language}`

  addEventListener(
    'load',
    () =>
      void run().then(async found => {
        const next = plan.starts[nth + 1]
        // One that does not start is refused by the first word of it.
        const isLast = found.length > 0 || next === undefined
        await send('/gate/findings', { method: 'POST', body: JSON.stringify({ found, isLast }) })
        if (!isLast) location.replace(`${next.path}?start=${nth + 1}`)
      }),
  )
}
