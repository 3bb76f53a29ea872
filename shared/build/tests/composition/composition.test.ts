import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildFixture, buildShell, type BuiltRelease, type Kind } from './build.ts'
import { openSite, type Site } from './site.ts'
import { openChromium } from '../open-chromium.ts'

const folder = mkdtempSync(join(tmpdir(), 'adcoin-composition-'))
let shell: BuiltRelease
let good: BuiltRelease
let better: BuiltRelease
let bad: Record<Exclude<Kind, 'healthy'>, BuiltRelease>
let browser: Browser
let site: Site
let page: Page
let errors: string[]

beforeAll(async () => {
  shell = await buildShell(folder)
  good = await buildFixture(folder, '1.0.0', 'healthy')
  better = await buildFixture(folder, '1.1.0', 'healthy')
  bad = {
    throwsAtEvaluation: await buildFixture(folder, '2.0.0', 'throwsAtEvaluation'),
    hangsAtEvaluation: await buildFixture(folder, '2.0.1', 'hangsAtEvaluation'),
    noDoor: await buildFixture(folder, '2.0.2', 'noDoor'),
    throwsInRender: await buildFixture(folder, '2.0.3', 'throwsInRender'),
    throwsInEffect: await buildFixture(folder, '2.0.4', 'throwsInEffect'),
    patchesGlobals: await buildFixture(folder, '2.0.5', 'patchesGlobals'),
    leavesBehind: await buildFixture(folder, '2.0.6', 'leavesBehind'),
  }
  browser = await openChromium()
}, 120_000)

afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  site = await openSite(shell)
  page = await (await browser.newContext()).newPage()
  errors = []
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' && /Content Security Policy|TrustedScript|Trusted Type/.test(message.text())) errors.push(message.text())
  })
})

afterEach(async () => {
  await page.context().close()
  await site.close()
})

async function shown(version: string, timeout = 5_000): Promise<void> {
  await page.getByRole('heading', { name: `Fixture ${version}`, exact: true }).waitFor({ timeout })
}

function requestsOf(release: BuiltRelease): readonly string[] {
  return site.requests.filter(path => path.includes(`/${release.material.id}/`))
}

describe('a healthy release', () => {
  test('is mounted under a policy without inline scripts, eval and Trusted Types', async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await shown('1.0.0')
    expect(errors).toEqual([])
    expect(site.reports).toEqual([])
  })

  test('shares React, router, bus, session and texts with the shell by identity', async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await shown('1.0.0')
    const same = await page.evaluate(() => {
      const { fromShell, fromRemote } = globalThis as unknown as Record<'fromShell' | 'fromRemote', Record<string, unknown>>
      return Object.fromEntries(Object.keys(fromShell).map(name => [name, Object.is(fromShell[name], fromRemote[name])]))
    })
    expect(same).toEqual({ useState: true, createElement: true, useNavigate: true, bus: true, sessionStore: true, i18n: true })
  })

  test('is drawn in the first render, never behind a Suspense fallback', async () => {
    site.publish(good)
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      new MutationObserver(() => seen.push(document.querySelector('main')?.textContent ?? '')).observe(document, { subtree: true, childList: true })
    })
    await page.goto(`${site.url}/fixture`)
    await shown('1.0.0')
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
    expect(seen.filter(text => /suspended|pending/.test(text))).toEqual([])
  })

  test('wears its style when it appears', async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await shown('1.0.0')
    expect(await page.locator('section').evaluate(element => getComputedStyle(element).outlineColor)).toBe('rgb(1, 2, 3)')
  })

  test('asks for each of its files once and for nothing of other pages', async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await shown('1.0.0')
    const asked = requestsOf(good).map(path => path.split('/').at(-1))
    const { entry, styles, preload, locales } = good.material
    expect([...asked].sort()).toEqual([entry, ...styles, ...(preload['/fixture'] ?? []), locales.en_US].sort())
  })
})

describe('a broken release is replaced by the previous one in the same navigation', () => {
  async function heals(broken: BuiltRelease, phase: string, { timeout = 4_000, from = '/fixture' } = {}): Promise<number> {
    site.publish(broken, [good])
    await page.goto(`${site.url}/elsewhere`)
    await page.getByRole('heading', { name: 'Elsewhere' }).waitFor()
    const began = performance.now()
    await page.getByRole('link', { name: 'First' }).click()
    await shown('1.0.0', timeout)
    const took = performance.now() - began
    expect(new URL(page.url()).pathname).toBe(from)
    await expect.poll(() => site.reports.length).toBeGreaterThan(0)
    await page.waitForTimeout(100)
    expect(site.reports).toEqual([expect.objectContaining({ app: 'remote-fixture', release: broken.material.id, phase, generation: 1, path: '/fixture' })])
    return took
  }

  test('its entry is not there', async () => {
    site.fault = (request, response) => request.url?.includes(`${better.material.id}/remoteEntry.js`) ? refuse(response, 404) : false
    await heals(better, 'entry')
  })

  test('its entry answers 500: one retry, then the previous one', async () => {
    site.fault = (request, response) => request.url?.includes(`${better.material.id}/remoteEntry.js`) ? refuse(response, 500) : false
    await heals(better, 'entry')
    expect(requestsOf(better).filter(path => path.endsWith('remoteEntry.js'))).toHaveLength(2)
  })

  test('its entry answers 503 with Retry-After: it is not waited for', async () => {
    site.fault = (request, response) => request.url?.includes(`${better.material.id}/remoteEntry.js`) ? refuse(response, 503, { 'retry-after': '120' }) : false
    expect(await heals(better, 'entry')).toBeLessThan(2_000)
  })

  test('its entry is a page instead of a script', async () => {
    site.fault = (request, response) => request.url?.includes(`${better.material.id}/remoteEntry.js`) ? refuse(response, 200, { 'content-type': 'text/html' }) : false
    await heals(better, 'entry')
  })

  test('its entry was changed by one byte: the bytes are never executed', async () => {
    site.fault = (request, response) => {
      if (!request.url?.includes(`${better.material.id}/remoteEntry.js`)) return false
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('globalThis.executed = true; export const get = 0, init = 0')
      return true
    }
    await heals(better, 'integrity')
    expect(await page.evaluate(() => 'executed' in globalThis)).toBe(false)
  })

  test('its entry never ends: given up at the cap', async () => {
    let sent = 0
    site.fault = (request, response) => {
      if (!request.url?.includes(`${better.material.id}/remoteEntry.js`)) return false
      response.writeHead(200, { 'content-type': 'text/javascript' })
      const timer = setInterval(() => { sent += response.write(Buffer.alloc(64 * 1024, 32)) ? 64 : 64 }, 5)
      response.on('close', () => clearInterval(timer))
      return true
    }
    await heals(better, 'entry')
    expect(sent).toBeLessThan(4_096)
  })

  test('its entry hangs: decided at 5 seconds', async () => {
    site.fault = request => request.url?.includes(`${better.material.id}/remoteEntry.js`) ?? false
    const took = await heals(better, 'stall', { timeout: 8_000 })
    expect(took).toBeGreaterThan(4_700)
    expect(took).toBeLessThan(6_500)
  })

  test('its style is not there', async () => {
    site.fault = (request, response) => request.url?.includes(`${better.material.id}/styles`) ? refuse(response, 404) : false
    await heals(better, 'style')
  })

  test('its page is not there', async () => {
    const [chunk = ''] = better.material.preload['/fixture'] ?? []
    site.fault = (request, response) => request.url?.endsWith(`${better.material.id}/${chunk}`) ? refuse(response, 404) : false
    await heals(better, 'preload')
    expect(requestsOf(better).filter(path => path.endsWith(chunk))).toHaveLength(2)
  })

  test('its page stumbles once: the same release is mounted and nothing is reported', async () => {
    const [chunk = ''] = better.material.preload['/fixture'] ?? []
    let asked = 0
    site.fault = (request, response) => request.url?.endsWith(`${better.material.id}/${chunk}`) === true && asked++ === 0 ? refuse(response, 500) : false
    site.publish(better, [good])
    await page.goto(`${site.url}/elsewhere`)
    await page.getByRole('link', { name: 'First' }).click()
    await shown('1.1.0')
    expect(asked).toBe(2)
    expect(site.reports).toEqual([])
  })

  test('without a previous release only that page has the card; the other pages of the same remote work, and so does Retry', async () => {
    const [chunk = ''] = better.material.preload['/fixture'] ?? []
    site.fault = (request, response) => request.url?.endsWith(`${better.material.id}/${chunk}`) ? refuse(response, 500) : false
    site.publish(better)
    await page.goto(`${site.url}/fixture`)
    await page.getByRole('alert').waitFor()
    await page.getByRole('link', { name: 'Form' }).click()
    await page.getByRole('heading', { name: 'Form 1.1.0' }).waitFor()
    await page.getByRole('link', { name: 'First' }).click()
    await page.getByRole('alert').waitFor()
    site.fault = () => false
    await page.getByRole('button', { name: 'Retry' }).click()
    await shown('1.1.0')
  })

  test('its folder was pruned under an open tab: the newer release stands on the same route, without a reload', async () => {
    site.publish(good)
    await page.goto(`${site.url}/elsewhere`)
    await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }))
    site.publish(better)
    const [chunk = ''] = good.material.preload['/fixture'] ?? []
    site.fault = (request, response) => request.url?.endsWith(`${good.material.id}/${chunk}`) ? refuse(response, 404) : false
    await page.getByRole('link', { name: 'First' }).click()
    await shown('1.1.0')
    expect(await page.evaluate(() => 'notReloaded' in globalThis)).toBe(true)
  })

  test('it throws at evaluation', async () => void await heals(bad.throwsAtEvaluation, 'evaluate'))
  test('its evaluation never ends', async () => void await heals(bad.hangsAtEvaluation, 'stall', { timeout: 8_000 }))
  test('what it exposes is no door', async () => void await heals(bad.noDoor, 'door'))
  test('it throws in render', async () => void await heals(bad.throwsInRender, 'render'))
  test('it throws in an effect', async () => void await heals(bad.throwsInEffect, 'render'))

  test('after a swap on screen the heading has the focus and the shell is told once', async () => {
    await heals(bad.throwsInRender, 'render')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Fixture 1.0.0')
    expect(await page.locator('output').textContent()).toBe(good.material.id)
  })

  test('a cold start on the broken area heals as well', async () => {
    site.publish(bad.throwsInRender, [good])
    await page.goto(`${site.url}/fixture`)
    await shown('1.0.0')
  })

  test('a release without hashes in the registry is refused and nothing of it is asked for', async () => {
    site.publish(better, [good])
    await page.route('**/elsewhere', async route => {
      const answer = await route.fetch()
      const html = await answer.text()
      const [, text = ''] = /id="registry">(.*?)<\/script>/.exec(html) ?? []
      const registry = JSON.parse(text)
      registry.apps['remote-fixture'].active.integrity = {}
      await route.fulfill({ response: answer, body: html.replace(text, () => JSON.stringify(registry)) })
    })
    await page.goto(`${site.url}/elsewhere`)
    await page.getByRole('link', { name: 'First' }).click()
    await shown('1.0.0')
    expect(requestsOf(better).filter(path => path.endsWith('remoteEntry.js'))).toEqual([])
    expect(site.reports[0]?.phase).toBe('integrity')
  })
})

describe('what one browser remembers', () => {
  test('a version that failed twice is left alone', async () => {
    site.publish(bad.throwsAtEvaluation, [good])
    for (const _time of [1, 2]) {
      await page.goto(`${site.url}/fixture`)
      await shown('1.0.0')
    }
    const before = requestsOf(bad.throwsAtEvaluation).length
    await page.goto(`${site.url}/fixture`)
    await shown('1.0.0')
    expect(requestsOf(bad.throwsAtEvaluation)).toHaveLength(before)
    expect(site.reports).toHaveLength(2)
  })

  test('it works without local storage', async () => {
    await page.addInitScript(() => Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError') } }))
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
  test('the card stands in the area, and Retry works after the repair without a reload', async () => {
    site.publish(better, [good])
    site.fault = (request, response) => request.url?.includes('remoteEntry.js') ? refuse(response, 404) : false
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

  test('a language file that does not arrive costs only its texts', async () => {
    site.fault = (request, response) => request.url?.includes(`${good.material.id}/locale.`) ? refuse(response, 404) : false
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await shown('1.0.0')
    expect(site.reports.map(report => report.phase)).toEqual(['locale'])
  })

  test('a load of an area that was left is given up and mounts nothing later', async () => {
    site.fault = request => request.url?.includes('remoteEntry.js') ?? false
    site.publish(good)
    await page.goto(`${site.url}/elsewhere`)
    await page.getByRole('link', { name: 'First' }).click()
    await page.waitForTimeout(300)
    await page.getByRole('link', { name: 'Elsewhere' }).click()
    await page.waitForTimeout(5_500)
    expect(await page.getByRole('heading').textContent()).toBe('Elsewhere')
    expect(site.reports).toEqual([])
  })
})

describe('an open tab', () => {
  async function told(): Promise<void> {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.waitForTimeout(300)
  }

  test('mounts a new release at the next navigation, without a reload, and the old styles go', async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await shown('1.0.0')
    await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }))
    site.publish(better, [good])
    await page.waitForTimeout(2_100)
    await told()
    await shown('1.0.0')
    await page.getByRole('link', { name: 'Form' }).click()
    await page.getByRole('heading', { name: 'Form 1.1.0' }).waitFor()
    expect(await page.evaluate(() => 'notReloaded' in globalThis)).toBe(true)
    expect(await page.locator('link[data-release]').evaluateAll(links => links.map(link => (link as HTMLElement).dataset['release']))).toEqual([`remote-fixture/${better.material.id}`])
    expect(await page.locator('form').evaluate(element => getComputedStyle(element).outlineColor)).toBe('rgb(1, 2, 3)')
  })

  test('a revoked release on screen is replaced at once', async () => {
    site.publish(better, [good])
    await page.goto(`${site.url}/fixture`)
    await shown('1.1.0')
    site.publish(good, [], [`remote-fixture/${better.material.id}`])
    await page.waitForTimeout(2_100)
    await told()
    await shown('1.0.0')
  })

  test('a revoked release with unsaved input stays until the next navigation', async () => {
    site.publish(better, [good])
    await page.goto(`${site.url}/fixtureForm`)
    await page.getByLabel('Note').fill('half a sentence')
    site.publish(good, [], [`remote-fixture/${better.material.id}`])
    await page.waitForTimeout(2_100)
    await told()
    expect(await page.getByLabel('Note').inputValue()).toBe('half a sentence')
    await page.getByRole('link', { name: 'First' }).click()
    await shown('1.0.0')
  })

  test('a revoked release is never loaded, even when everything else fails', async () => {
    site.fault = (request, response) => request.url?.includes(`${good.material.id}/remoteEntry.js`) ? refuse(response, 404) : false
    site.publish(good, [better], [`remote-fixture/${better.material.id}`])
    await page.goto(`${site.url}/fixture`)
    await page.getByRole('alert').waitFor()
    expect(requestsOf(better)).toEqual([])
  })

  test('a forged path costs that entry only, and the true registry is asked', async () => {
    site.publish(good)
    const foreign: string[] = []
    page.on('request', request => { if (!request.url().startsWith(site.url)) foreign.push(request.url()) })
    await page.route('**/fixture', async route => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace(/"path":"\/releases[^"]*"/, '"path":"https://evil.example/x"') })
    })
    await page.goto(`${site.url}/fixture`)
    await shown('1.0.0')
    expect(foreign).toEqual([])
  })

  test('a page without its registry block still opens', async () => {
    site.publish(good)
    await page.route('**/fixture', async route => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace(/<script type="application\/json".*?<\/script>/, '') })
    })
    await page.goto(`${site.url}/fixture`)
    await shown('1.0.0')
  })
})

describe('after a release was mounted', () => {
  test('an error in a handler is reported as the remote\'s, and the screen stays', async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await page.getByRole('button', { name: 'Throw' }).click()
    await expect.poll(() => site.reports.map(report => report.phase)).toEqual(['runtime'])
    await shown('1.0.0')
    expect(await page.evaluate(() => (globalThis as unknown as { runtimeFailures: () => number }).runtimeFailures())).toBe(1)
  })

  test('`throw null` in render within the first ten seconds brings the previous release', async () => {
    site.publish(better, [good])
    await page.goto(`${site.url}/fixture`)
    await shown('1.1.0')
    await page.getByRole('button', { name: 'Break' }).click()
    await shown('1.0.0')
  })

  test('later, the page gets a card and one retry of the same release first', async () => {
    site.publish(better, [good])
    await page.clock.install()
    await page.goto(`${site.url}/fixture`)
    await shown('1.1.0')
    await page.clock.fastForward(11_000)
    await page.getByRole('button', { name: 'Break' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Retry' }).click()
    await shown('1.1.0')
    await page.getByRole('button', { name: 'Break' }).click()
    await shown('1.0.0')
  })
})

describe('what a remote does to the page it shares', () => {
  const go = (name: string) => page.getByRole('link', { name }).click()

  test('a changed global is reported with its name, and the release is left alone from then on', async () => {
    site.publish(bad.patchesGlobals, [good])
    await page.goto(`${site.url}/fixture`)
    await shown('2.0.5')
    await go('Elsewhere')
    await expect.poll(() => site.reports).toEqual([expect.objectContaining({ release: bad.patchesGlobals.material.id, phase: 'runtime', reason: 'it changed history.pushState' })])
    await go('First')
    await shown('1.0.0')
  })

  test('intervals and listeners that are left behind are ended and reported once', async () => {
    site.publish(bad.leavesBehind)
    await page.goto(`${site.url}/fixture`)
    await shown('2.0.6')
    await go('Elsewhere')
    await expect.poll(() => site.reports.map(({ phase, reason }) => `${phase}: ${reason}`)).toEqual([expect.stringMatching(/^runtime: it left behind: (interval|resize listener)(, (interval|resize listener))+$/)])
    const counts = () => page.evaluate(() => {
      dispatchEvent(new Event('resize'))
      const { ticks = 0, resizes = 0 } = globalThis as unknown as { ticks?: number; resizes?: number }
      return { ticks, resizes }
    })
    const before = await counts()
    expect(before.ticks).toBeGreaterThan(0)
    await page.waitForTimeout(300)
    expect(await counts()).toEqual(before)
  })

  test('a release that comes back to an open tab wears its style again', async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await shown('1.0.0')
    for (const [active, link, title] of [[better, 'Form', 'Form 1.1.0'], [good, 'First', 'Fixture 1.0.0']] as const) {
      site.publish(active)
      await page.waitForTimeout(2_100)
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await page.waitForTimeout(300)
      await go(link)
      await page.getByRole('heading', { name: title }).waitFor()
    }
    expect(await page.locator('section').evaluate(element => getComputedStyle(element).outlineColor)).toBe('rgb(1, 2, 3)')
    expect(await page.locator('link[data-release]').evaluateAll(links => links.map(link => (link as HTMLElement).dataset['release']))).toEqual([`remote-fixture/${good.material.id}`])
  })
})

type Response = Parameters<Site['fault']>[1]

function refuse(response: Response, status: number, headers: Record<string, string> = {}): true {
  response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store', ...headers }).end('no')
  return true
}

/** Sends a file in so many parts with so many milliseconds between them. */
async function drip(response: Response, file: string, parts: number, waitMs: number): Promise<void> {
  const { readFileSync } = await import('node:fs')
  const bytes = readFileSync(file)
  response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=31536000, immutable' })
  const size = Math.ceil(bytes.length / parts)
  for (let at = 0; at < bytes.length; at += size) {
    response.write(bytes.subarray(at, at + size))
    await new Promise(resolve => setTimeout(resolve, waitMs))
  }
  response.end()
}
