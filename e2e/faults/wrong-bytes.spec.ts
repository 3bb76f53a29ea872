import { startFaultProxy } from '../injectors/proxy.ts'
import { flips } from '../injectors/wire-faults.ts'
import { drawn } from '../product/drawn.ts'
import { makeSomebody, openAs } from '../product/signed-in.ts'
import { expect, test } from '../product/test.ts'

test('every file of a screen, the shell too, is in the cache with a wrong byte: mended in the same visit, and for ever', async ({
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
    for (const _visit of [1, 2]) {
      const page = await openAs(context, proxy.url, somebody, '/money')
      await drawn(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Money' })).toBeVisible()
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
    expect(reports).toEqual([])
  } finally {
    await proxy.stop()
  }
})
