import { buildReleaseKey } from '@adcoin/contract'
import { findChromiumPath, findHeadlessShell } from '@adcoin/checks/chromium'
import { Refused, createRefused } from '../refusal.ts'
import type { PackedRelease } from '../releases/add-release.ts'
import { checkLeavesNothing } from '../visit/check-leaves-nothing.ts'
import { VisitError, openBrowser } from '../visit/open-page.ts'
import { checkShellStarts } from '../visit/check-shell-starts.ts'
import { createVisitSite } from '../visit/visit-site.ts'
import type { LiveState } from './live-state.ts'
import { planActivation } from './promote.ts'
import type { ReleaseContext } from './release-context.ts'

/**
 * The part of the gate that needs a browser: a remote is mounted and unmounted in the page that would be live; a shell
 * is started beside the live remotes.
 *
 * @throws Refused with everything that it left behind, and where it could not be tried: nothing goes live by accident
 *   of a machine that has no browser
 */
export async function runSmokeTest(context: ReleaseContext, state: LiveState, packed: PackedRelease): Promise<void> {
  const { app, id } = packed.release
  const place = buildReleaseKey(app, id)
  const untried = '`--skip-smoke-test` publishes without a smoke test; generation, status and history record it.'
  if (app !== 'shell' && !state.live?.apps['shell'])
    throw createRefused(
      'smoke-test',
      place,
      'no shell is live that it could be tried in',
      `Publish the shell first. ${untried}`,
    )
  const path = findHeadlessShell() ?? findChromiumPath()
  if (!path)
    throw createRefused(
      'smoke-test',
      place,
      'it cannot be tried: there is no Chromium on this machine',
      `Install one, or name one with CHROMIUM_PATH. ${untried}`,
    )
  const { next } = planActivation(context, state, [packed.release], { action: 'publish', why: '' })
  const siteOf = await createVisitSite(context.store, next, state.releases, packed)
  const browser = await openBrowser(path)
  try {
    const refusals =
      app === 'shell'
        ? await checkShellStarts(browser, siteOf, id, next, state.releases)
        : await checkLeavesNothing(browser, siteOf, packed.release)
    if (refusals.length > 0) throw new Refused(...refusals)
  } catch (thrown) {
    if (!(thrown instanceof VisitError)) throw thrown
    const again = 'Publish it again where the machine was busy; else open it with `npm run dev`.'
    throw createRefused('smoke-test', place, `it could not be tried: ${thrown.message}`, `${again} ${untried}`)
  } finally {
    await browser.close()
  }
}
