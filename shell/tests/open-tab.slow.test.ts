import { describe, expect, test } from 'vitest'
import {
  better,
  composeFixtures,
  good,
  waitForLivePoll,
  page,
  sendError,
  listRequests,
  expectShown,
  site,
} from './harness.ts'

composeFixtures()

describe('an open tab', () => {
  test('mounts a new release at the next navigation, without a reload, and the old styles go', async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await expectShown('1.0.0')
    await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }))
    site.publish(better, [good])
    await waitForLivePoll()
    await expectShown('1.0.0')
    await page.getByRole('link', { name: 'Form' }).click()
    await page.getByRole('heading', { name: 'Form 1.1.0' }).waitFor()
    expect(await page.evaluate(() => 'notReloaded' in globalThis)).toBe(true)
    expect(
      await page
        .locator('link[data-release]')
        .evaluateAll(links => links.map(link => (link as HTMLElement).dataset['release'])),
    ).toEqual([`remote-fixture/${better.material.id}`])
    expect(await page.locator('form').evaluate(element => getComputedStyle(element).outlineColor)).toBe('rgb(1, 2, 3)')
  })

  test('a revoked release is never loaded, even when everything else fails', async () => {
    site.fault = (request, response) =>
      request.url?.includes(`${good.material.id}/remoteEntry.js`) ? sendError(response, 404) : false
    site.publish(good, [better], [`remote-fixture/${better.material.id}`])
    await page.goto(`${site.url}/fixture`)
    await page.getByRole('alert').waitFor()
    expect(listRequests(better)).toEqual([])
  })
})
