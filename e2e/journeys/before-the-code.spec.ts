import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicPaths } from '@adcoin/contract'
import type { Page } from 'playwright'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { createOperator } from '../product/operator.ts'
import { rootFolder } from '../product/product.ts'
import { sumShifts, watchShifts } from '../product/shifts.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test } from '../product/test.ts'

/** Opens a page whose shell does not arrive before the function that this gives is called. */
async function openWithoutCode(page: Page, url: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>(done => (release = done))
  await page.route('**/releases/shell/**/shell.js', async route => {
    await held
    await route.continue()
  })
  await watchShifts(page)
  await page.goto(url, { waitUntil: 'commit' })
  return release
}

/** Where the cursor stands: the field, and the place in it. */
const readCursor = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: field } = document
    return field instanceof HTMLInputElement ? [field.name, field.selectionStart] : undefined
  })

for (const { locale, number, password, logIn, create } of [
  { locale: 'en-US', number: 'Mobile number', password: 'Password', logIn: 'Log in', create: 'Create your account' },
  { locale: 'zh-TW', number: '手機號碼', password: '密碼', logIn: '登入', create: '建立帳號' },
]) {
  test.describe(`what is typed before the code arrives is kept (${locale})`, () => {
    test.use({ locale })

    test('in the login, with the cursor where it was', async ({ page, product }) => {
      const release = await openWithoutCode(page, `${product.url}/login`)
      await page.getByLabel(number).fill('5512345678')
      await page.getByLabel(password, { exact: true }).fill('secret')
      await page.getByLabel(number).focus()
      for (let step = 0; step < 3; step++) await page.keyboard.press('Home')
      await page.keyboard.press('ArrowRight')
      await expect(page).toHaveURL(`${product.url}/login`)
      release()
      await waitUntilDrawn(page)
      await expect(page.getByLabel(number)).toHaveValue('5512345678')
      await expect(page.getByLabel(password, { exact: true })).toHaveValue('secret')
      await expect.poll(() => readCursor(page)).toEqual(['mobile', 1])
      // It is the form's own value, not only what stands in the field.
      await page.getByRole('radio').nth(1).click()
      await page.getByRole('radio').first().click()
      await expect(page.getByLabel(number)).toHaveValue('5512345678')
      expect(await sumShifts(page)).toBeLessThanOrEqual(0.01)
    })

    test('a press on the button looks busy, and is done as the code arrives', async ({ page, product }) => {
      const release = await openWithoutCode(page, `${product.url}/login`)
      const button = page.getByRole('button', { name: logIn })
      await button.click()
      await expect(button).toHaveAttribute('aria-busy', 'true')
      // Typing after the press cancels it.
      await page.getByLabel(number).fill('5512345678')
      await expect(button).not.toHaveAttribute('aria-busy')
      await page.getByLabel(password, { exact: true }).fill('secret')
      // Of two presses the last one counts.
      await page.getByRole('radio').nth(1).click()
      await button.click()
      await expect(page.locator('button[aria-busy]')).toHaveCount(1)
      const sent = page.waitForRequest('**/app/user/login/mobile')
      release()
      expect((await sent).postDataJSON()).toMatchObject({ mobile: '5512345678', password: 'secret' })
    })

    test('in the registration', async ({ page, product }) => {
      const release = await openWithoutCode(page, `${product.url}/register?invite_code=NOSUCH`)
      await expect(page.getByRole('heading', { name: create })).toBeVisible()
      await page.getByLabel(number).fill('5512')
      release()
      await waitUntilDrawn(page)
      await expect(page.getByLabel(number)).toBeFocused()
      await page.keyboard.type('345678')
      await expect(page.getByLabel(number)).toHaveValue('5512345678')
      expect(await sumShifts(page)).toBeLessThanOrEqual(0.01)
    })
  })
}

const readFocused = (page: Page) =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent.trim())

test('who has come to a tab by keyboard stays there as the code arrives', async ({ context, product }) => {
  const somebody = await createTestAccount(product.url, createOperator(product.dataDir))
  const page = await openAs(context, product.url, somebody, '/healthz')
  const release = await openWithoutCode(page, `${product.url}/home`)
  await page.getByRole('link', { name: 'Tasks' }).focus()
  release()
  await waitUntilDrawn(page)
  await expect.poll(() => readFocused(page)).toBe('Tasks')
})

for (const { path, role, name } of [
  { path: '/lanuch', role: 'link', name: 'I already have an account' },
  { path: '/login', role: 'link', name: 'Forgot password?' },
  { path: '/login', role: 'button', name: 'Log in' },
] as const) {
  test(`who has come to "${name}" of ${path} by keyboard stays there as the code arrives`, async ({
    page,
    product,
  }) => {
    const release = await openWithoutCode(page, product.url + path)
    await page.getByRole(role, { name, exact: true }).focus()
    release()
    await waitUntilDrawn(page)
    await expect.poll(() => readFocused(page)).toBe(name)
  })
}

for (const address of ['/money?a=b', '/'])
  test(`a visitor of ${address} sees the landing before the code arrives`, async ({ page, product }) => {
    const release = await openWithoutCode(page, product.url + address)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Post for brands.')
    release()
    await waitUntilDrawn(page)
    await expect(page).toHaveURL(`${product.url}/lanuch`)
    expect(await sumShifts(page)).toBeLessThanOrEqual(0.01)
  })

/** The screens that the build draws into the page. A new one is here by itself. */
const fragments = globSync('remote-*/src/fragments.ts', { cwd: rootFolder }).flatMap(file =>
  [...readFileSync(join(rootFolder, file), 'utf8').matchAll(/'(\/\w+)':/g)].map(([, path = '']) => path),
)

/** How far from the top each thing on the first view begins that has words or a name which nothing else has. */
const tops = (page: Page) =>
  page.evaluate(() => {
    const found = [...document.querySelectorAll<HTMLElement>('#root :is(h1, h2, h3, a, button, input, label, dt, p)')]
    const named = found.flatMap(element => {
      const words = element.ariaLabel ?? element.getAttribute('name') ?? element.textContent.trim()
      const { top, height } = element.getBoundingClientRect()
      const isSeen = height > 0 && top < innerHeight && element.checkVisibility({ visibilityProperty: true })
      return isSeen && words !== '' ? [[`${element.localName} ${words}`, top] as const] : []
    })
    const count = Map.groupBy(named, ([name]) => name)
    return Object.fromEntries(named.filter(([name]) => count.get(name)?.length === 1))
  })

for (const locale of ['en-US', 'hi-IN'])
  test.describe(`at the take-over (${locale})`, () => {
    test.use({ locale, viewport: { width: 390, height: 844 } })

    for (const path of fragments)
      test(`nothing of ${path} moves`, async ({ context, product, operate }) => {
        const isPublic = publicPaths.some(one => one === path)
        const somebody = isPublic ? null : await createTestAccount(product.url, operate)
        const page = await openAs(context, product.url, somebody, '/healthz')
        const release = await openWithoutCode(page, product.url + path)
        await page.waitForFunction(() => {
          const { ready, answers } = (window as unknown as { adcoinReads: Record<'ready' | 'answers', object> })
            .adcoinReads
          return document.querySelector('#root h1') && Object.keys(ready).length === Object.keys(answers).length
        })
        const before = await tops(page)
        release()
        await waitUntilDrawn(page)
        const after = await tops(page)
        const both = Object.keys(before).filter(name => name in after)
        expect(both.length, 'things that can be compared').toBeGreaterThan(3)
        const moved = both.filter(name => Math.abs((after[name] ?? 0) - (before[name] ?? 0)) > 2)
        expect(moved.map(name => `${name}: ${before[name]} → ${after[name]}`)).toEqual([])
        expect(await sumShifts(page)).toBeLessThanOrEqual(0.01)
      })
  })
