import { sumShifts, watchShifts } from '../product/shifts.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test } from '../product/test.ts'
import { findAmount, findBlock, findSkeleton } from '../product/screen-parts.ts'

type Reads = { adcoinReads: { ready: Record<string, unknown> } }

const screens = [
  {
    path: '/home',
    block: 'Balance',
    mostShifted: 0.01,
    reads: [
      '/app/user/finance/balance?fw=true',
      '/app/app/task/list?limit=5',
      '/app/app/bind_account',
      '/app/user/setting',
    ],
  },
  {
    path: '/money',
    block: 'Balance',
    mostShifted: 0.01,
    reads: ['/app/user/finance/balance?fw=true', '/app/state/user', '/app/pay/transaction/list?type=all&limit=3'],
  },
  { path: '/team', block: 'Team income', mostShifted: 0.01, reads: ['/app/state/agent?days=30', '/app/user/setting'] },
] as const

for (const { path, block, reads, mostShifted } of screens)
  test(`what ${path} reads first is asked for once, before the shell's code is there`, async ({
    context,
    product,
    operate,
  }) => {
    const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/healthz')
    const requests: string[] = []
    page.on('request', request => {
      const { pathname, search } = new URL(request.url())
      if (request.resourceType() === 'fetch' && pathname.startsWith('/app/')) requests.push(pathname + search)
    })
    let release = () => {}
    const held = new Promise<void>(done => (release = done))
    // The style sheet too: until it arrives, the page draws amounts by its own styles alone.
    await page.route('**/releases/shell/**/{shell.js,styles.css}', async route => {
      await held
      await route.continue()
    })
    await watchShifts(page)
    await page.goto(product.url + path, { waitUntil: 'commit' })
    await expect.poll(() => [...requests].sort()).toEqual([...reads].sort())
    // Nothing but the page is there yet: the screen's frame stands with its own tab, the heading and the skeleton.
    const tabs = page.getByRole('navigation')
    await expect(tabs.locator('a[aria-current=page]')).toHaveAttribute('href', path)
    await expect(tabs.getByRole('link')).toHaveText(['Home', 'Tasks', 'Money', 'Team'])
    // With its data, which stays while React takes the screen over.
    const amount = findAmount(page, block)
    await expect(amount).toHaveText(/^0\.00/)
    await page.evaluate(() => {
      const checkFrame = () => {
        if (!/\d/.test(document.querySelector('[role=group] [translate=no]')?.textContent ?? ''))
          document.body.dataset['lost'] = ''
        requestAnimationFrame(checkFrame)
      }
      checkFrame()
    })
    // All answers are there before the code, so that nothing of the screen comes later.
    await expect
      .poll(() => page.evaluate(() => Object.keys((window as unknown as Reads).adcoinReads.ready).length))
      .toBe(reads.length)
    const bar = await tabs.boundingBox()
    release()
    await expect(page.locator('#root h1[tabindex]')).toBeVisible()
    await expect(findSkeleton(page)).toHaveCount(0)
    await expect(amount).toHaveText(/^0\.00/)
    await expect(page.locator('body[data-lost]')).toHaveCount(0)
    await expect.poll(() => tabs.boundingBox()).toEqual(bar)
    expect(await sumShifts(page)).toBeLessThanOrEqual(mostShifted)
    for (const read of reads)
      expect(
        requests.filter(each => each === read),
        read,
      ).toHaveLength(1)
  })

test('a hidden balance stays hidden before the code arrives', async ({ context, product, operate }) => {
  const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/money')
  await page.getByRole('button', { name: 'Hide balance' }).click()
  await expect(page.getByRole('button', { name: 'Show balance' })).toBeVisible()
  await page.route('**/releases/shell/**/shell.js', () => undefined)
  const answered = page.waitForResponse('**/app/user/finance/balance?fw=true')
  await page.goto(`${product.url}/money`, { waitUntil: 'commit' })
  await (await answered).finished()
  await expect(findBlock(page)).toHaveCount(1)
  expect(await findBlock(page).innerText()).not.toMatch(/\d/)
})

test(
  'a session that is over ends in the first answer, with one notice',
  { tag: '@core' },
  async ({ context, product }) => {
    const paths: string[] = []
    context.on('page', opened => opened.on('framenavigated', frame => paths.push(new URL(frame.url()).pathname)))
    const over = { token: 'no-such-token-0123456789', userId: '', mobile: '', password: '' }
    const page = await openAs(context, product.url, over, '/money')
    await expect(page).toHaveURL(/\/lanuch$/)
    await expect(page.getByText('Your session has ended.')).toHaveCount(1)
    // The router replaces the entry of the first screen by its own, of which not each engine reports an event.
    const changes = paths.filter((path, index) => path !== paths[index - 1])
    expect(changes.slice(changes.indexOf('/money')), 'no loop').toEqual(['/money', '/lanuch'])
    expect(paths.filter(path => path === '/money').length, 'no loop').toBeLessThanOrEqual(2)
  },
)
