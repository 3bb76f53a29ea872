import { describe, expect, test } from 'vitest'
import type { BuiltRelease } from '@adcoin/preset/fixtures'
import {
  bad,
  better,
  composeFixtures,
  errors,
  good,
  page,
  findPageOnlyFile,
  sendError,
  expectShown,
  site,
} from './harness.ts'

composeFixtures('initThrows', 'initTwice', 'noModule', 'otherReact', 'throwsInRender')

/** A limit for what never comes: what comes late only because the machine is busy is no failure. */
const patienceMs = 12_000

describe('a broken release is replaced by the previous one in the same navigation', () => {
  async function heals(broken: BuiltRelease, phase: string): Promise<void> {
    site.publish(broken, [good])
    await page.goto(`${site.url}/elsewhere`)
    await page.getByRole('heading', { name: 'Elsewhere' }).waitFor()
    await page.getByRole('link', { name: 'First' }).click()
    await expectShown('1.0.0', patienceMs)
    expect(new URL(page.url()).pathname).toBe('/fixture')
    await expect.poll(() => site.reports.length).toBeGreaterThan(0)
    // A second report would follow at once.
    await page.waitForTimeout(100)
    expect(site.reports).toEqual([
      expect.objectContaining({
        app: 'remote-fixture',
        release: broken.material.id,
        phase,
        generation: 1,
        path: '/fixture',
      }),
    ])
  }

  test('its entry breaks off: what came is never evaluated', async () => {
    site.fault = (request, response) => {
      if (!request.url?.includes(`${better.material.id}/remoteEntry.js`)) return false
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-length': 9_000 })
      response.write('globalThis.executed = true;', () => response.destroy())
      return true
    }
    await heals(better, 'entry')
    expect(await page.evaluate(() => 'executed' in globalThis)).toBe(false)
  })

  test('a captive portal sends its entry elsewhere: no request follows', async () => {
    const requested: string[] = []
    page.on('request', request => {
      if (request.url().includes('portal.example')) requested.push(request.url())
    })
    site.fault = (request, response) =>
      request.url?.includes(`${better.material.id}/remoteEntry.js`)
        ? sendError(response, 302, { location: 'http://portal.example/login' })
        : false
    await heals(better, 'entry')
    expect(requested).toEqual([])
  })

  test('without a previous release only that page has the card; other pages and Retry work', async () => {
    const chunk = findPageOnlyFile(better)
    site.fault = (request, response) =>
      request.url?.endsWith(`${better.material.id}/${chunk}`) ? sendError(response, 500) : false
    site.publish(better)
    await page.goto(`${site.url}/fixture`)
    await page.getByRole('alert').waitFor()
    await expect
      .poll(() => site.reports.filter(({ outcome }) => outcome === 'card'))
      .toEqual([expect.objectContaining({ release: better.material.id, reason: 'no release works' })])
    await page.getByRole('link', { name: 'Form' }).click()
    await page.getByRole('heading', { name: 'Form 1.1.0' }).waitFor()
    await page.getByRole('link', { name: 'First' }).click()
    await page.getByRole('alert').waitFor()
    site.fault = () => false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expectShown('1.1.0')
  })

  test('its folder was pruned under an open tab: the newer release mounts without a reload', async () => {
    site.publish(good)
    await page.goto(`${site.url}/elsewhere`)
    await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }))
    site.publish(better)
    const chunk = findPageOnlyFile(good)
    site.fault = (request, response) =>
      request.url?.endsWith(`${good.material.id}/${chunk}`) ? sendError(response, 404) : false
    await page.getByRole('link', { name: 'First' }).click()
    await expectShown('1.1.0')
    expect(await page.evaluate(() => 'notReloaded' in globalThis)).toBe(true)
  })

  test('what it exposes is no remote module', async () => void (await heals(bad.noModule, 'door')))

  test('its container throws as it is connected: the shared modules stay what they were', async () => {
    const sharedBefore = await sharedModulesOf(`${site.url}/elsewhere`)
    await heals(bad.initThrows, 'door')
    expect(await sharedModules()).toEqual(sharedBefore)
  })

  test('its container connects itself twice: it works, and the shared modules stay what they were', async () => {
    const sharedBefore = await sharedModulesOf(`${site.url}/elsewhere`)
    site.publish(bad.initTwice, [good])
    await page.goto(`${site.url}/fixture`)
    await expectShown(bad.initTwice.material.version)
    expect(await sharedModules()).toEqual(sharedBefore)
    expect(site.reports).toEqual([])
  })

  test('it was built for another React: decided before it is mounted, with one React in the page', async () => {
    const lines: string[] = []
    page.on('console', message => lines.push(message.text()))
    await heals(bad.otherReact, 'door')
    expect([...lines, ...errors].join('\n')).not.toMatch(/Invalid hook call/)
    expect((await sharedModules()).filter(each => each.startsWith('react@'))).toHaveLength(1)
    expect(
      await page.evaluate(() => {
        const { fromShell, fromRemote } = globalThis as unknown as Record<
          'fromShell' | 'fromRemote',
          { useState: unknown }
        >
        return fromShell.useState === fromRemote.useState
      }),
    ).toBe(true)
  })

  test('after a swap on screen the heading has the focus and the shell is informed once', async () => {
    await heals(bad.throwsInRender, 'render')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Fixture 1.0.0')
    expect(await page.locator('output').textContent()).toBe(good.material.id)
  })

  test('a cold start on the broken area heals as well', async () => {
    site.publish(bad.throwsInRender, [good])
    await page.goto(`${site.url}/fixture`)
    await expectShown('1.0.0')
  })
})

/** Every shared module that the page's containers may take: name, version, and who provides it. */
function sharedModules(): Promise<string[]> {
  return page.evaluate(() => {
    type Scope = Record<string, Record<string, { from: string }>>
    const { __INSTANCES__: instances } = (
      globalThis as unknown as { __FEDERATION__: { __INSTANCES__: { shareScopeMap: { default?: Scope } }[] } }
    ).__FEDERATION__
    return Object.entries(instances[0]?.shareScopeMap.default ?? {})
      .flatMap(([name, versions]) =>
        Object.entries(versions).map(([version, { from }]) => `${name}@${version} of ${from}`),
      )
      .sort()
  })
}

async function sharedModulesOf(url: string): Promise<string[]> {
  await page.goto(url)
  await page.getByRole('heading', { name: 'Elsewhere' }).waitFor()
  return sharedModules()
}
