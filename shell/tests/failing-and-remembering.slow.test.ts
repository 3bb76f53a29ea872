import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { bad, better, composeFixtures, follow, good, page, refuse, requestsOf, shown, site } from './harness.ts'

composeFixtures('throwsAtEvaluation')

describe('a release that failed', () => {
  test('is not tried again in the same page, and is in the next one', async () => {
    site.publish(bad.throwsAtEvaluation, [good])
    for (const times of [1, 2]) {
      await page.goto(`${site.url}/fixture`)
      await shown('1.0.0')
      await follow('Form')
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
    await shown('1.0.0')
  })

  test('a slow release is not a broken one', async () => {
    site.fault = (request, response) => {
      if (!request.url?.includes(`${better.material.id}/remoteEntry.js`)) return false
      void drip(response, join(better.files, 'remoteEntry.js'), 12, 600)
      return true
    }
    site.publish(better, [good])
    await page.goto(`${site.url}/elsewhere`)
    await page.getByRole('link', { name: 'First' }).click()
    await shown('1.1.0', 12_000)
    expect(site.reports).toEqual([])
  })
})

describe('when no release works', () => {
  test('the card is shown in the area, and Retry works after the repair without a reload', async () => {
    site.publish(better, [good])
    site.fault = (request, response) => (request.url?.includes('remoteEntry.js') ? refuse(response, 404) : false)
    await page.goto(`${site.url}/fixture`)
    await page.getByRole('alert').waitFor()
    await page.getByRole('link', { name: 'Elsewhere' }).click()
    await page.getByRole('heading', { name: 'Elsewhere' }).waitFor()
    await page.getByRole('link', { name: 'First' }).click()
    await page.getByRole('alert').waitFor()
    site.fault = () => false
    await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }))
    await page.getByRole('button', { name: 'Retry' }).click()
    await shown('1.1.0')
    expect(await page.evaluate(() => 'notReloaded' in globalThis)).toBe(true)
  })

  describe('a language file', () => {
    const spanish = () => `${good.material.id}/${good.material.locales.es_MX}`
    beforeEach(() => page.addInitScript(() => localStorage.setItem('adcoin.language', 'es_MX')))

    test('that does not arrive costs only its texts: English is used', async () => {
      site.fault = (request, response) => (request.url?.includes(spanish()) ? refuse(response, 404) : false)
      site.publish(good)
      await page.goto(`${site.url}/fixture`)
      await shown('1.0.0')
      expect(await titleOf('/fixture')).toBe('First')
      expect(site.reports.map(report => report.phase)).toEqual(['locale'])
    })

    test('that arrives later is read at the next navigation, without a reload', async () => {
      site.fault = (request, response) => (request.url?.includes(spanish()) ? refuse(response, 404) : false)
      site.publish(good)
      await page.goto(`${site.url}/fixture`)
      await shown('1.0.0')
      expect(await titleOf('/fixture')).toBe('First')
      site.fault = () => false
      await follow('Form')
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
      await shown('1.0.0')
      expect(await titleOf('/fixture')).toBe('First')
      await expect.poll(() => site.reports.map(report => report.phase)).toEqual(['locale'])
    })

    test('that has no English either is no screen: the previous release is mounted', async () => {
      site.fault = (request, response) =>
        request.url?.includes(`${better.material.id}/locale.`) ? refuse(response, 404) : false
      site.publish(better, [good])
      await page.goto(`${site.url}/fixture`)
      await shown('1.0.0')
      expect(await titleOf('/fixture')).toBe('Primera')
      await expect.poll(() => site.reports.map(report => report.phase)).toEqual(['preload'])
    })
  })

  test('a load of an area that was left is given up and mounts nothing later', async () => {
    site.fault = request => request.url?.includes('remoteEntry.js') ?? false
    site.publish(good)
    await page.clock.install()
    await page.goto(`${site.url}/elsewhere`)
    await follow('First')
    await expect.poll(() => requestsOf(good).some(path => path.endsWith('remoteEntry.js'))).toBe(true)
    const givenUp = page.waitForEvent('requestfailed', request => request.url().endsWith('remoteEntry.js'))
    await follow('Elsewhere')
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

/** Sends a file in so many parts with so many milliseconds between them. */
async function drip(response: ServerResponse, file: string, parts: number, waitMs: number): Promise<void> {
  const bytes = readFileSync(file)
  response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=31536000, immutable' })
  const size = Math.ceil(bytes.length / parts)
  for (let at = 0; at < bytes.length; at += size) {
    response.write(bytes.subarray(at, at + size))
    await new Promise(resolve => setTimeout(resolve, waitMs))
  }
  response.end()
}
