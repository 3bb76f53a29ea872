import type { Live } from '@adcoin/contract'
import { keepsFiles } from '../engines/engines.ts'
import { startFaultProxy, type FaultProxy } from '../injectors/proxy.ts'
import { editAnswer, flipLastByte } from '../injectors/wire-faults.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test, type Page } from '../product/test.ts'
import { findSkeleton } from '../product/screen-parts.ts'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'

/** Firefox's own words for a file of the shell that it imports no second time. */
const refusedByFirefox = /error loading dynamically imported module: \S+\/releases\/shell\//
const parts = [
  /\/shell\/[^/]+\/(shell|styles|data|locale\.en_US)\.[^/]+$/,
  /wallet\/.+\/(remoteEntry\.js|money\.js|locale\.en_US\.json)$/,
]

test(
  'each file has a wrong byte: the shell refetches its own, Retry those of the screen',
  { tag: '@engines' },
  async ({ context, product, operate }) => {
    const somebody = await createTestAccount(product.url, operate)
    const proxy = await startFaultProxy(product.url)
    proxy.inject(/^\/releases\/.*\.(js|css|json)$/, flipLastByte, { timesEach: 1 })
    try {
      const reports: string[] = []
      proxy.observe(/^\/app\/health\/report$/, body => reports.push(body))
      let askedBefore = new Map<string, number>()
      for (const visit of [1, 2]) {
        askedBefore = countRequestedFiles(proxy)
        const page = await openAs(context, proxy.url, somebody, '/money')
        // There is no previous release. Chromium imports no file again in this page that it has rejected: the screen
        // offers Retry. Firefox imports neither the shell's nor its words again: so does the page. WebKit does both.
        if (visit === 1) await retryUntilDrawn(page)
        await expect(page.locator('[data-area=remote-wallet] h1')).toHaveText('My money')
        await expect(findSkeleton(page)).toHaveCount(0)
        await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
        await expect(page.locator('body'), 'the style sheet of the shell applies').not.toHaveCSS(
          'background-color',
          'rgba(0, 0, 0, 0)',
        )
        await page.close()
      }
      if (keepsFiles) expect(countRequestedFiles(proxy), 'the second visit has all of it').toEqual(askedBefore)
      expect(reports.filter(report => !report.includes('remote-wallet') && !refusedByFirefox.test(report))).toEqual([])
    } finally {
      await proxy.stop()
    }
  },
)

test(
  'no script with other bytes runs, of shell or remote, from the network or kept',
  { tag: '@engines' },
  async ({ context, product, operate }) => {
    const somebody = await createTestAccount(product.url, operate)
    const proxy = await startFaultProxy(product.url)
    const readRun = (page: Page) => page.evaluate(() => (window as { foreign?: unknown }).foreign)
    const addForeignCode = editAnswer(text => `(window.foreign??=[]).push(import.meta.url);${text}`)
    try {
      // The remote: its entry and its page file, each time they are asked for.
      proxy.inject(/^\/releases\/remote-team\/.*\.js$/, addForeignCode)
      const page = await openAs(context, proxy.url, somebody, '/money')
      await waitUntilDrawn(page)
      for (const visit of [1, 2]) {
        if (visit === 1) await page.getByRole('navigation').getByRole('link', { name: 'Team' }).click()
        else await page.reload()
        await expect(page.getByRole('alert').getByRole('button', { name: 'Retry' })).toBeVisible()
        expect(await readRun(page)).toBeUndefined()
      }
      // The shell, whose files the browser has not kept.
      proxy.inject(/^\/releases\/.*\.js$/, addForeignCode)
      const fresh = await startFaultProxy(proxy.url)
      try {
        const other = await openAs(context, fresh.url, somebody, '/money')
        await expect(other.getByRole('alert').getByRole('button')).toBeVisible()
        expect(await readRun(other)).toBeUndefined()
      } finally {
        await fresh.stop()
      }
    } finally {
      await proxy.stop()
    }
  },
)

test(
  'an entry that has another hash in what is live is refused, and used once that is right',
  { tag: '@engines' },
  async ({ context, product, operate }) => {
    const proxy = await startFaultProxy(product.url)
    const live = (await (await fetch(`${product.url}/live.json`)).json()) as Live
    const { active = '', versions = {} } = live.apps['remote-team'] ?? {}
    const { entry = '', integrity: { [entry]: right = '', ...others } = {} } = versions[active] ?? {}
    try {
      // The page knows the hashes of its own screen alone.
      proxy.inject(
        /^\/live\.json/,
        editAnswer(text => text.replace(right, Object.values(others)[0] ?? '')),
      )
      const page = await openAs(context, proxy.url, await createTestAccount(product.url, operate), '/money')
      await waitUntilDrawn(page)
      await page.getByRole('navigation').getByRole('link', { name: 'Team' }).click()
      await expect(page.getByRole('alert').getByRole('button', { name: 'Retry' })).toBeVisible()
      proxy.heal()
      await page.reload()
      await expect(page.locator(`[data-area=remote-team][data-release="${active}"] h1`)).toBeVisible()
    } finally {
      await proxy.stop()
    }
  },
)

/** Presses what the page or the screen offers, at most once each. */
async function retryUntilDrawn(page: Page): Promise<void> {
  const drawn = page.locator('[data-area=remote-wallet][data-release] h1')
  const retry = page.getByRole('button', { name: /^(Retry|Try again)$/ })
  for (const _ of ['the shell', 'its words', 'the screen']) {
    await expect(drawn.or(retry).first()).toBeVisible()
    if (!(await retry.isVisible())) return
    // Another one may follow at once.
    await retry.evaluate(pressed => pressed.setAttribute('data-pressed', ''))
    await retry.click()
    await expect(page.locator('[data-pressed]')).toHaveCount(0)
  }
}

/** How often each file of the screen was asked for. */
function countRequestedFiles({ requestCounts }: FaultProxy): Map<string, number> {
  return new Map([...requestCounts].filter(([path]) => parts.some(part => part.test(path))))
}
