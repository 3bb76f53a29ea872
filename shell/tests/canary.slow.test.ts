import { expect, test } from 'vitest'
import { assignCanaryGroup } from '@adcoin/contract'
import { bad, better, composeFixtures, good, waitForLivePoll, page, expectShown, site } from './harness.ts'

composeFixtures('throwsInRender')

const terms = { share: 50, salt: 'abcdefgh' }
/** A browser of the group that is wanted. */
async function be(group: string): Promise<void> {
  const numbers = Array.from({ length: 100 }, (_, seed) => seed.toString(16).padStart(16, '0'))
  const number = numbers.find(each => assignCanaryGroup(each, 'remote-fixture', terms) === group) ?? ''
  await page.addInitScript(value => localStorage.setItem('adcoin.browser', value), number)
}
const visitedReleases = () => site.visits.flatMap(({ visits }) => visits.map(({ release, group }) => [release, group]))

test('a browser in the canary uses and reports the candidate, and leaves it once it is stopped', async () => {
  await be('canary')
  site.publish(good, [], [], { canary: { ...terms, release: better } })
  await page.goto(`${site.url}/fixture`)
  await expectShown('1.1.0')
  await expect.poll(visitedReleases, { timeout: 8_000 }).toEqual([[better.material.id, 'canary']])
  expect(site.visits[0]).toMatchObject({ browser: expect.stringMatching(/^[0-9a-f]{16}$/) })
  expect(site.visits[0]?.visits[0]).toMatchObject({ trial: 'abcdefgh', ms: expect.any(Number), path: '/fixture' })
  await expect.poll(() => page.evaluate(() => localStorage.getItem('adcoin.seen'))).toBe('a-pass')
  await page.reload()
  await expectShown('1.1.0')
  site.publish(good, [], [], { stopped: better })
  await waitForLivePoll()
  await expectShown('1.0.0')
})

test('another browser has the live release, and is reported as control', async () => {
  await be('control')
  site.publish(good, [], [], { canary: { ...terms, release: better } })
  await page.goto(`${site.url}/fixture`)
  await expectShown('1.0.0')
  await page.goto('about:blank')
  await expect.poll(visitedReleases).toEqual([[good.material.id, 'control']])
})

test('a failing candidate is replaced by the live release at once, and reported with its group', async () => {
  await be('canary')
  site.publish(good, [], [], { canary: { ...terms, release: bad.throwsInRender } })
  await page.goto(`${site.url}/fixture`)
  await expectShown('1.0.0')
  await expect
    .poll(() => site.reports)
    .toEqual([
      expect.objectContaining({
        ...{ release: bad.throwsInRender.material.id, phase: 'render', group: 'canary', trial: 'abcdefgh' },
        ...{ family: 'chromium', browser: expect.any(String), language: expect.any(String) },
      }),
    ])
})
