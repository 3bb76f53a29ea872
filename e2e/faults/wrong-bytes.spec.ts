import { startFaultProxy, type FaultProxy } from '../injectors/proxy.ts'
import { flipLastByte } from '../injectors/wire-faults.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test } from '../product/test.ts'
import { findSkeleton } from '../product/screen-parts.ts'

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
        // There is no previous release, and no file that the browser rejected is imported again in this page.
        if (visit === 1) await page.getByRole('button', { name: 'Retry' }).click()
        await expect(page.locator('[data-area=remote-wallet] h1')).toHaveText('My money')
        await expect(findSkeleton(page)).toHaveCount(0)
        await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
        await expect(page.locator('body'), 'the style sheet of the shell applies').not.toHaveCSS(
          'background-color',
          'rgba(0, 0, 0, 0)',
        )
        await page.close()
      }
      expect(countRequestedFiles(proxy), 'the second visit has all of it').toEqual(askedBefore)
      expect(reports.filter(report => !report.includes('remote-wallet'))).toEqual([])
    } finally {
      await proxy.stop()
    }
  },
)

/** How often each file of the screen was asked for. */
function countRequestedFiles({ requestCounts }: FaultProxy): Map<string, number> {
  return new Map([...requestCounts].filter(([path]) => parts.some(part => part.test(path))))
}
