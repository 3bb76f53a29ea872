import { describe, expect, test } from 'vitest'
import type { BuiltRelease } from '@adcoin/preset/fixtures'
import {
  bad,
  better,
  composeFixtures,
  clickLink,
  good,
  page,
  findPageOnlyFile,
  sendError,
  listRequests,
  expectShown,
  site,
} from './harness.ts'

composeFixtures('throwsAtEvaluation')

/**
 * Counts the scripts that the shell checks by an element of their own, and lists those that it fetches before it
 * imports them.
 */
async function watchChecks(): Promise<() => Promise<{ elements: number; fetched: string[] }>> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { elements: 0 })
    const append = Element.prototype.append
    Element.prototype.append = function (...nodes) {
      const links = nodes.filter(node => node instanceof HTMLScriptElement)
      Object.assign(globalThis, { elements: Number(Reflect.get(globalThis, 'elements')) + links.length })
      append.call(this, ...nodes)
    }
  })
  return () =>
    page.evaluate(() => ({
      elements: Number(Reflect.get(globalThis, 'elements')),
      fetched: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name, initiatorType }) => initiatorType === 'fetch' && name.endsWith('.js'))
        .map(({ name }) => name.split('/').at(-1) ?? ''),
    }))
}

/** The tampered body of a script: its right beginning would not make it the published one. */
function change(release: BuiltRelease, file: string): void {
  site.fault = (request, response) => {
    if (!request.url?.endsWith(`${release.material.id}/${file}`)) return false
    response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end('globalThis.executed = true; export const get = 0, init = 0')
    return true
  }
}

describe('a release that the import map of the page vouches for', () => {
  test('is imported as the page preloaded it: nothing is fetched or checked twice', async () => {
    const checks = await watchChecks()
    site.isPreloaded = true
    site.publish(good)
    for (const _visit of [1, 2]) {
      await page.goto(`${site.url}/fixture`)
      await expectShown('1.0.0')
      expect(await checks()).toEqual({ elements: 0, fetched: [] })
    }
    const { entry, styles, preload, locales } = good.material
    const requested = listRequests(good).map(path => path.split('/').at(-1))
    expect([...requested].sort()).toEqual([entry, ...styles, ...(preload['/fixture'] ?? []), locales.en_US].sort())
  })

  test('is not checked again where a click asks for it', async () => {
    const checks = await watchChecks()
    site.publish(good)
    await page.goto(`${site.url}/elsewhere`)
    await clickLink('First')
    await expectShown('1.0.0')
    expect((await checks()).elements).toBe(0)
  })

  test('is checked by the shell in a browser that does not compare scripts with the import map', async () => {
    const checks = await watchChecks()
    await page.addInitScript(() => Reflect.deleteProperty(Promise, 'try'))
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await expectShown('1.0.0')
    expect((await checks()).elements).toBeGreaterThan(0)
  })

  test('is replaced by the previous one, for which it vouches too', async () => {
    const checks = await watchChecks()
    site.isPreloaded = true
    site.publish(bad.throwsAtEvaluation, [good])
    await page.goto(`${site.url}/fixture`)
    await expectShown('1.0.0')
    expect((await checks()).elements).toBe(0)
    await expect.poll(() => site.reports.map(({ phase }) => phase)).toEqual(['evaluate'])
  })
})

describe('what the page has preloaded and cannot be used is replaced in the same navigation', () => {
  async function heals(phase: string): Promise<void> {
    site.isPreloaded = true
    site.publish(better, [good])
    await page.goto(`${site.url}/fixture`)
    await expectShown('1.0.0')
    await expect
      .poll(() => site.reports.map(report => `${report.release} ${report.phase}`))
      .toEqual([`${better.material.id} ${phase}`])
    expect(await page.evaluate(() => 'executed' in globalThis)).toBe(false)
  }

  test.each([
    ['entry', 404],
    ['entry', 500],
    ['preload', 404],
    ['preload', 500],
  ] as const)('its %s answers %i', async (phase, status) => {
    const file = phase === 'entry' ? 'remoteEntry.js' : findPageOnlyFile(better)
    site.fault = (request, response) =>
      request.url?.endsWith(`${better.material.id}/${file}`) ? sendError(response, status) : false
    await heals(phase)
  })

  test('its entry was changed', async () => {
    change(better, 'remoteEntry.js')
    await heals('integrity')
  })

  test('its page was changed', async () => {
    change(better, findPageOnlyFile(better))
    await heals('integrity')
  })
})

test('a changed entry without a previous release: once it is correct, Retry works by a reload', async () => {
  change(better, 'remoteEntry.js')
  site.publish(better)
  await page.goto(`${site.url}/fixture`)
  await page.getByRole('alert').waitFor()
  site.fault = () => false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expectShown('1.1.0')
})

test('the only release throws: once a good one is published, Retry mounts it without a reload', async () => {
  site.publish(bad.throwsAtEvaluation)
  await page.goto(`${site.url}/fixture`)
  await page.getByRole('alert').waitFor()
  await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }))
  site.publish(good)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expectShown('1.0.0')
  expect(await page.evaluate(() => 'notReloaded' in globalThis)).toBe(true)
})

test('after a release of one remote a returning browser loads the page and that release only', async () => {
  site.publish(good)
  await page.goto(`${site.url}/fixture`)
  await expectShown('1.0.0')
  site.publish(better, [good])
  site.requests.length = 0
  await page.goto(`${site.url}/fixture`)
  await expectShown('1.1.0')
  const { entry, styles, preload, locales } = better.material
  const files = [entry, ...styles, ...(preload['/fixture'] ?? []), locales.en_US]
  // The report of the last page downloads nothing; `/live.json` is read beside the first screen.
  const expectedPaths = ['/favicon.ico', '/app/health/visits', '/live.json']
  expect(site.requests.filter(path => !expectedPaths.includes(path)).sort()).toEqual(
    ['/fixture', ...files.map(file => `/releases/remote-fixture/${better.material.id}/${file}`)].sort(),
  )
})

describe('a release that the page only names', () => {
  const requests = () => site.requests.filter(path => path === '/live.json').length

  test('is asked about once, checked here before it runs, and mounted', async () => {
    const checks = await watchChecks()
    site.isNamed = true
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await expectShown('1.0.0')
    expect(requests()).toBe(1)
    expect((await checks()).elements).toBeGreaterThan(0)
    expect(site.reports).toEqual([])
  })

  test('gives way to the previous one where its bytes are others', async () => {
    site.isNamed = true
    site.publish(better, [good])
    change(better, 'remoteEntry.js')
    await page.goto(`${site.url}/fixture`)
    await expectShown('1.0.0')
    expect(await page.evaluate(() => 'executed' in globalThis)).toBe(false)
    await expect.poll(() => site.reports).toEqual([expect.objectContaining({ phase: 'integrity', generation: 1 })])
  })

  test('is not blamed where no loader is known, and is loaded once one is', async () => {
    site.isNamed = true
    site.publish(good)
    site.fault = (request, response) => request.url === '/live.json' && sendError(response, 503)
    await page.goto(`${site.url}/fixture`)
    await page.getByRole('alert').waitFor({ timeout: 10_000 })
    expect(listRequests(good)).toEqual([])
    expect(site.reports).toEqual([])
    site.fault = () => false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expectShown('1.0.0')
  })
})
