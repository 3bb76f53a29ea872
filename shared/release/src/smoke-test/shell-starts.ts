import { apiCodes, startPaths, tagOf, type Generation } from '@adcoin/contract'
import { refuse, type ReleaseRefusal } from '../refusal.ts'
import type { PackedRelease } from '../releases/add-release.ts'
import type { Releases } from '../releases/releases.ts'
import type { Store } from '../store/store.ts'
import { startShell, type StartPlan } from './start-shell.ts'
import { runSmokeTest } from './smoke-test.ts'

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
