import { startFaultProxy } from '../injectors/proxy.ts'
import { flips } from '../injectors/wire-faults.ts'
import { makeSomebody, openAs } from '../product/signed-in.ts'
import { expect, test } from '../product/test.ts'

test('every file of a screen, the shell too, has a wrong byte: the shell mends itself, Retry the screen, for ever', async ({
  context,
  product,
  operate,
}) => {
  const somebody = await makeSomebody(product.url, operate)
  const proxy = await startFaultProxy(product.url)
  proxy.inject(/^\/releases\/.*\.(js|css|json)$/, flips, { timesEach: 1 })
  try {
    const reports: string[] = []
    context.on('request', request => {
      if (request.url().endsWith('/app/health/report')) reports.push(request.postData() ?? '')
    })
    for (const visit of [1, 2]) {
      const page = await openAs(context, proxy.url, somebody, '/money')
      // There is no previous release, and no file that the browser rejected is imported again in this page.
      if (visit === 1) await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.locator('[data-area=remote-wallet] h1')).toHaveText('My money')
      await expect(page.locator('#root .ac-skeleton')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
      await expect(page.locator('body'), 'the style sheet of the shell applies').not.toHaveCSS(
        'background-color',
        'rgba(0, 0, 0, 0)',
      )
      await page.close()
    }
    const shell = ['shell', 'styles', 'data', 'locale.en_US'].map(name => new RegExp(`/shell/[^/]+/${name}\\.[^/]+$`))
    const wallet = ['remoteEntry.js', 'money.js', 'locale.en_US.json'].map(name => new RegExp(`wallet/.+/${name}$`))
    for (const part of [...shell, ...wallet]) {
      const counts = [...proxy.asked].filter(([path]) => part.test(path)).map(([, count]) => count)
      expect(counts, String(part)).toEqual([2])
    }
    expect(reports.filter(report => !report.includes('remote-wallet'))).toEqual([])
  } finally {
    await proxy.stop()
  }
})
