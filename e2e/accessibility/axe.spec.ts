import { globSync } from 'node:fs'
import { closeDialog } from '../product/dialogs.ts'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { createEarner, type Earner } from '../product/earner.ts'
import { createOperator } from '../product/operator.ts'
import { rootFolder } from '../product/product.ts'
import { openAs } from '../product/test-account.ts'
import { expect, test, type Page } from '../product/test.ts'
import { goToScreen, openSheet, listPersonalScreens, sheets } from './screens.ts'
import { storeLanguage, hasNoSidewaysScroll, expectStoredTheme, findViolations } from './violations.ts'
import { findWaiting } from '../product/screen-parts.ts'

const areas = globSync('remote-*', { cwd: rootFolder }).filter(area => area !== 'remote-auth')
/**
 * The frame's and auth's own screens are walked in frame.spec.ts and auth.spec.ts; here is the rest, in a left-out
 * script and the longest words.
 */
const languages = ['en_US', 'hi_IN']

let somebody: Earner
test.beforeAll(async ({ product }) => {
  somebody = await createEarner(product.url, createOperator(product.dataDir))
})

for (const area of areas) {
  for (const language of languages) {
    const tag = area === 'remote-wallet' && language === 'en_US' ? '@core' : []
    test(
      `every screen of ${area} passes axe and fits 320 px in ${language}, light and dark`,
      { tag },
      async ({ context, product }) => {
        const page = await openAs(context, product.url, somebody, '/healthz')
        await page.setViewportSize({ width: 320, height: 700 })
        const found: string[] = []
        await storeLanguage(page, language)
        for (const path of listPersonalScreens(somebody, area)) {
          await goToScreen(page, product.url, path)
          found.push(...(await findViolations(page, ['light', 'dark'])).map(violation => `${path} ${violation}`))
          if (!(await hasNoSidewaysScroll(page))) found.push(`${path}: scrolls sideways at 320 px`)
        }
        await expectStoredTheme(page)
        expect(found).toEqual([])
      },
    )
  }
}

test('every sheet and dialog passes axe and fits 320 px, light and dark', async ({ context, product }) => {
  const page = await openAs(context, product.url, somebody, '/healthz')
  await page.setViewportSize({ width: 320, height: 700 })
  const found: string[] = []
  for (const sheet of sheets) {
    await openSheet(page, product.url, sheet)
    found.push(...(await findViolations(page, ['light', 'dark'])).map(violation => `${sheet.file} ${violation}`))
    if (!(await hasNoSidewaysScroll(page))) found.push(`${sheet.file}: scrolls sideways at 320 px`)
  }
  expect(found).toEqual([])
})

test('by keyboard alone: the tabs, the help panel, and a focus that is right and visible', async ({
  context,
  product,
}) => {
  const page = await openAs(context, product.url, somebody, '/home')
  await waitUntilDrawn(page)
  await expect(findWaiting(page)).toHaveCount(0)
  for (const [name, heading] of [
    ['Tasks', 'Tasks'],
    ['Money', 'My money'],
    ['Team', 'My team'],
  ] as const) {
    await tabTo(page, name)
    await expect.poll(() => isFocusVisible(page), name).toBe(true)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
    // The loader over a late read takes every key.
    await expect(findWaiting(page)).toHaveCount(0)
  }
  await tabTo(page, 'Help')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog')
  await expect(panel).toBeVisible()
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () =>
          document.activeElement === document.body || document.activeElement?.closest('dialog, [role=dialog]') !== null,
      ),
      `press ${press}`,
    ).toBe(true)
  }
  await closeDialog(page)
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused()
})

/** Presses Tab until a link or button of this name has the focus; a reachable one is reached within 60 presses. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() =>
      (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim(),
    )
    if (focused === name) return
  }
  throw new Error(`${name} cannot be reached by Tab`)
}

function isFocusVisible(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement)) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    const onTop = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    return (
      ((outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none') &&
      onTop !== null &&
      (element.contains(onTop) || onTop.contains(element))
    )
  })
}
