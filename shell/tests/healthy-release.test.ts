import { describe, expect, test } from 'vitest'
import { composeFixtures, errors, good, page, listRequests, expectShown, site } from './harness.ts'

composeFixtures()

describe('a healthy release', () => {
  test('is mounted under a policy without inline scripts, eval and Trusted Types', async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await expectShown('1.0.0')
    expect(errors).toEqual([])
    expect(site.reports).toEqual([])
  })

  test('emits an event of its own, which no other app knows', async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await page.getByRole('button', { name: 'Clap' }).click()
    await expect.poll(() => page.evaluate(() => (globalThis as { clapped?: number }).clapped)).toBe(2)
  })

  test('is drawn in the first render, never behind a Suspense fallback', async () => {
    site.publish(good)
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      new MutationObserver(() => seen.push(document.querySelector('main')?.textContent ?? '')).observe(document, {
        subtree: true,
        childList: true,
      })
    })
    await page.goto(`${site.url}/fixture`)
    await expectShown('1.0.0')
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
    expect(seen.filter(text => /suspended|pending/.test(text))).toEqual([])
  })

  test('wears its style when it appears', async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await expectShown('1.0.0')
    expect(await page.locator('section').evaluate(element => getComputedStyle(element).outlineColor)).toBe(
      'rgb(1, 2, 3)',
    )
  })

  test('asks for each of its files once and for nothing of other pages', async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await expectShown('1.0.0')
    const requests = listRequests(good).map(path => path.split('/').at(-1))
    const { entry, styles, preload, locales } = good.material
    expect([...requests].sort()).toEqual([entry, ...styles, ...(preload['/fixture'] ?? []), locales.en_US].sort())
  })
})
