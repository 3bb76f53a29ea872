import { buildReleaseKey } from '@adcoin/contract'
import { findChromiumPath, findHeadlessShell } from '@adcoin/checks/chromium'
import { Refused, createRefused } from '../refusal.ts'
import type { PackedRelease } from '../releases/add-release.ts'
import { checkLeavesNothing } from '../visit/check-leaves-nothing.ts'
import { VisitError, openBrowser } from '../visit/open-page.ts'
import { checkShellStarts } from '../visit/check-shell-starts.ts'
import { createVisitSite, type VisitSite } from '../visit/visit-site.ts'
import type { LiveState } from './live-state.ts'
import { planActivation } from './promote.ts'
import type { ReleaseContext } from './release-context.ts'

/**
 * The part of the gate that needs a browser. It mounts and unmounts a remote in the page that would go live; it starts
 * a shell with the live remotes.
 *
 * @returns the calls that the page sent, `GET /app/…?…`
 * @throws Refused with everything that the release leaves behind, and if the test cannot run: a machine without a
 * browser
 *   must not skip the test silently
 */
export async function runSmokeTest(
  context: ReleaseContext,
  state: LiveState,
  packed: PackedRelease,
): Promise<readonly string[]> {
  const { app, id } = packed.release
  const place = buildReleaseKey(app, id)
  const untried = '`--skip-smoke-test` publishes without a smoke test; generation, status and history record it.'
  if (app !== 'shell' && !state.live?.apps['shell'])
    throw createRefused('smoke-test', place, 'the smoke test needs a live shell', `Publish the shell first. ${untried}`)
  const path = findHeadlessShell() ?? findChromiumPath()
  if (!path)
    throw createRefused(
      'smoke-test',
      place,
      'the smoke test needs Chromium, and this machine has none',
      `Install it, or set CHROMIUM_PATH. ${untried}`,
    )
  const { next } = planActivation(context, state, [packed.release], { action: 'publish', why: '' })
  const createSite = await createVisitSite(context.store, next, state.releases, packed)
  const sites: VisitSite[] = []
  const siteOf = () => {
    const site = createSite()
    sites.push(site)
    return site
  }
  const browser = await openBrowser(path)
  try {
    const refusals =
      app === 'shell'
        ? await checkShellStarts(browser, siteOf, id, next, state.releases)
        : await checkLeavesNothing(browser, siteOf, packed)
    if (refusals.length > 0) throw new Refused(...refusals)
    return sites.flatMap(({ calls }) => calls)
  } catch (thrown) {
    if (!(thrown instanceof VisitError)) throw thrown
    const again = 'If the machine was busy, publish again. Otherwise open the app with `npm run dev`.'
    throw createRefused('smoke-test', place, `the smoke test could not run: ${thrown.message}`, `${again} ${untried}`)
  } finally {
    await browser.close()
  }
}
