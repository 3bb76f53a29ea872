import { beforeEach, describe, expect, test } from 'vitest'
import {
  bad,
  better,
  composeFixtures,
  clickLink,
  good,
  page,
  sendError,
  listRequests,
  expectShown,
  site,
} from './harness.ts'

composeFixtures('throwsAtEvaluation')

describe('a release that failed', () => {
  test('is not tried again in the same page, and is in the next one', async () => {
    site.publish(bad.throwsAtEvaluation, [good])
    for (const times of [1, 2]) {
      await page.goto(`${site.url}/fixture`)
      await expectShown('1.0.0')
      await clickLink('Form')
      await page.getByRole('heading', { name: 'Form 1.0.0' }).waitFor()
      expect(site.reports).toHaveLength(times)
    }
  })

  test('it works without local storage', async () => {
    await page.addInitScript(() =>
      Object.defineProperty(globalThis, 'localStorage', {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      }),
    )
    site.publish(bad.throwsAtEvaluation, [good])
    await page.goto(`${site.url}/fixture`)
    await expectShown('1.0.0')
  })
})

describe('when no release works', () => {
  describe('a language file', () => {
    const spanish = () => `${good.material.id}/${good.material.locales.es_MX}`
    beforeEach(() => page.addInitScript(() => localStorage.setItem('adcoin.language', 'es_MX')))

    test('that arrives later is read at the next navigation, without a reload', async () => {
      site.fault = (request, response) => (request.url?.includes(spanish()) ? sendError(response, 404) : false)
      site.publish(good)
      await page.goto(`${site.url}/fixture`)
      await expectShown('1.0.0')
      expect(await titleOf('/fixture')).toBe('First')
      site.fault = () => false
      await clickLink('Form')
      await page.getByRole('heading', { name: 'Form 1.0.0' }).waitFor()
      expect(await titleOf('/fixture')).toBe('Primera')
    })

    test('that is not the published one is not read, and reported', async () => {
      site.fault = (request, response) => {
        if (!request.url?.includes(spanish())) return false
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"titles":{"first":"Send your password to …"}}')
        return true
      }
      site.publish(good)
      await page.goto(`${site.url}/fixture`)
      await expectShown('1.0.0')
      expect(await titleOf('/fixture')).toBe('First')
      await expect.poll(() => site.reports.map(report => report.phase)).toEqual(['locale'])
    })

    test('that has no English either is no screen: the previous release is mounted', async () => {
      site.fault = (request, response) =>
        request.url?.includes(`${better.material.id}/locale.`) ? sendError(response, 404) : false
      site.publish(better, [good])
      await page.goto(`${site.url}/fixture`)
      await expectShown('1.0.0')
      expect(await titleOf('/fixture')).toBe('Primera')
      await expect.poll(() => site.reports.map(report => report.phase)).toEqual(['preload'])
    })
  })

  test('a load of an area that was left is given up and mounts nothing later', async () => {
    site.fault = request => request.url?.includes('remoteEntry.js') ?? false
    site.publish(good)
    await page.clock.install()
    await page.goto(`${site.url}/elsewhere`)
    await clickLink('First')
    await expect.poll(() => listRequests(good).some(path => path.endsWith('remoteEntry.js'))).toBe(true)
    const givenUp = page.waitForEvent('requestfailed', request => request.url().endsWith('remoteEntry.js'))
    await clickLink('Elsewhere')
    await givenUp
    await page.clock.runFor(6_000)
    expect(await page.getByRole('heading').textContent()).toBe('Elsewhere')
    expect(site.reports).toEqual([])
  })
})

function titleOf(path: string): Promise<string | undefined> {
  return page.evaluate(
    at =>
      (globalThis as unknown as { composition: { titleOf(path: string): string | undefined } }).composition.titleOf(at),
    path,
  )
}
