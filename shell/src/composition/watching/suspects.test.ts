// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQuarantine } from '../releases/quarantine.ts'
import { watchSuspects, type Suspects } from './suspects.ts'

const release = 'remote-team/1.0.0-0a1b2c3d4e5f'
const reports = {
  ...{ failure: vi.fn(), card: vi.fn(), misdeed: vi.fn(), misdeedOnce: vi.fn(), mounted: vi.fn() },
  log: () => [],
}
let suspects: Suspects | undefined
let at = 1_000_000

beforeEach(() => localStorage.clear())
afterEach(() => suspects?.stop())

/** A visit of this browser, long after the one before it. */
function visit() {
  at += 60_000
  const now = at
  const quarantine = createQuarantine(
    () => localStorage,
    () => now,
  )
  suspects?.stop()
  suspects = watchSuspects({ quarantine, reports, redraw: () => undefined })
  return quarantine
}

test('a tap whose answer never ends is known at the next visit, by the release that was on screen', () => {
  visit()
  suspects?.committed(release)
  document.body.click()
  // The page hangs here: no turn of it comes any more.
  const next = visit()
  expect(next.unfinished).toEqual([release])
  expect(next.isQuarantined(release)).toBe(true)
  expect(reports.misdeed).toHaveBeenCalledWith(release, 'the page did not come out of its code')
})

test('a tap that is answered, leads out of the page, or meets no release is not', async () => {
  visit()
  document.body.click()
  expect(visit().unfinished).toEqual([])
  suspects?.committed(release)
  document.body.click()
  await new Promise(done => setTimeout(done, 20))
  expect(visit().unfinished).toEqual([])
  suspects?.committed(release)
  document.body.click()
  dispatchEvent(new Event('pagehide'))
  expect(visit().unfinished).toEqual([])
})
