import { describe, expect, test } from 'vitest'
import { bad, better, composeFixtures, follow, good, learnsWhatIsLive, page, shown, site } from './harness.ts'

composeFixtures('leavesBehind', 'patchesGlobals', 'stopMissing', 'stopNeverEnds', 'stopThrows')

describe('after a release was mounted', () => {
  test("an error in a handler is reported as the remote's, and the screen stays", async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await page.getByRole('button', { name: 'Throw' }).click()
    await expect.poll(() => site.reports.map(report => report.phase)).toEqual(['runtime'])
    await shown('1.0.0')
    expect(
      await page.evaluate(() => (globalThis as unknown as { runtimeFailures: () => number }).runtimeFailures()),
    ).toBe(1)
  })

  test('promises that nobody waits for are reported once in ten seconds, by the release of their stack', async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    for (const _time of [1, 2, 3]) await page.getByRole('button', { name: 'Reject' }).click()
    await expect
      .poll(() => site.reports.map(({ release, phase }) => `${release} ${phase}`))
      .toEqual([`${good.material.id} runtime`])
    await page.waitForTimeout(300)
    expect(site.reports).toHaveLength(1)
    await shown('1.0.0')
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
  test('a changed global is reported with its name, and the release is left alone from then on', async () => {
    site.publish(bad.patchesGlobals, [good])
    await page.goto(`${site.url}/fixture`)
    await shown(bad.patchesGlobals.material.version)
    await follow('Elsewhere')
    await expect
      .poll(() => site.reports)
      .toEqual([
        expect.objectContaining({
          release: bad.patchesGlobals.material.id,
          phase: 'runtime',
          reason: 'it changed history.pushState',
        }),
      ])
    await follow('First')
    await shown('1.0.0')
  })

  test('intervals and listeners that are left behind are ended and reported once', async () => {
    await page.clock.install()
    site.publish(bad.leavesBehind)
    await page.goto(`${site.url}/fixture`)
    await shown(bad.leavesBehind.material.version)
    await follow('Elsewhere')
    await expect
      .poll(() => site.reports.map(({ phase, reason }) => `${phase}: ${reason}`))
      .toEqual([
        expect.stringMatching(/^runtime: it left behind: (interval|resize listener)(, (interval|resize listener))+$/),
      ])
    const counts = () =>
      page.evaluate(() => {
        dispatchEvent(new Event('resize'))
        const { ticks = 0, resizes = 0 } = globalThis as unknown as { ticks?: number; resizes?: number }
        return { ticks, resizes }
      })
    const before = await counts()
    expect(before.ticks).toBeGreaterThan(0)
    await page.clock.runFor(1_000)
    expect(await counts()).toEqual(before)
  })

  for (const kind of ['stopMissing', 'stopNeverEnds', 'stopThrows'] as const) {
    test(`a release that cannot be stopped (${kind}) does not keep the next screen waiting, and leaves nothing on screen`, async () => {
      site.publish(bad[kind], [good])
      await page.goto(`${site.url}/fixture`)
      await shown(bad[kind].material.version)
      const took = await page.evaluate(async () => {
        const began = performance.now()
        document.querySelector<HTMLAnchorElement>('a[href="/elsewhere"]')?.click()
        while (document.querySelector('h1')?.textContent !== 'Elsewhere')
          await new Promise(done => requestAnimationFrame(done))
        return performance.now() - began
      })
      expect(took).toBeLessThan(1_000)
      expect(await page.locator('[data-area]').count()).toBe(0)
      await follow('First')
      await shown(bad[kind].material.version)
    })
  }

  test('a release that comes back to an open tab wears its style again', async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await shown('1.0.0')
    for (const [active, link, title] of [
      [better, 'Form', 'Form 1.1.0'],
      [good, 'First', 'Fixture 1.0.0'],
    ] as const) {
      site.publish(active)
      await learnsWhatIsLive()
      await follow(link)
      await page.getByRole('heading', { name: title }).waitFor()
    }
    expect(await page.locator('section').evaluate(element => getComputedStyle(element).outlineColor)).toBe(
      'rgb(1, 2, 3)',
    )
    expect(
      await page
        .locator('link[data-release]')
        .evaluateAll(links => links.map(link => (link as HTMLElement).dataset['release'])),
    ).toEqual([`remote-fixture/${good.material.id}`])
  })
})
