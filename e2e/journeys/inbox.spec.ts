import { inboxList, inboxStream } from '@adcoin/contract'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { createEarner } from '../product/earner.ts'
import { openAs } from '../product/test-account.ts'
import { expect, test } from '../product/test.ts'
import { findAmount, findToast } from '../product/screen-parts.ts'

test('an operator’s decision appears on an open screen, in the inbox, and without a stream', async ({
  context,
  product,
  operate,
}) => {
  const ana = await createEarner(product.url, operate)
  const callOwn = (path: string, body: object) =>
    fetch(product.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'authorized-key': ana.token },
      body: JSON.stringify(body),
    })
  const opened = context.waitForEvent('request', request => request.url().endsWith(inboxStream.path))
  const page = await openAs(context, product.url, ana, '/home')
  await opened
  const toast = findToast(page)
  const balance = findAmount(page)
  await waitUntilDrawn(page)
  await expect(balance).toHaveText(/\d/)
  const before = Number((await balance.innerText()).replace(/[^0-9.]/g, ''))
  expect((await opened).headers()['authorized-key'], 'the token is in a header').toBe(ana.token)

  await test.step('the moment on Home, the balance, the marks', async () => {
    // Depends on time: a moment goes after 8 s, and what is looked for until it is opened takes no longer.
    await Promise.all([
      expect(toast).toContainText(/\+50\.00.*Withdrawal rejected, returned/),
      operate.ops('withdraw', 'reject', ana.withdrawal, '--reason', 'The bank refused the account'),
    ])
    await expect.poll(async () => Number((await balance.innerText()).replace(/[^0-9.]/g, ''))).toBe(before + 50)
    await expect(page.getByRole('link', { name: 'Money' })).toHaveAccessibleDescription('New')
    await expect(page.getByRole('link', { name: /Profile/ })).toHaveAccessibleDescription(/New notifications/)
  })

  await test.step('Open leads to it', async () => {
    await toast.getByRole('link', { name: 'Open' }).click()
    await expect(page).toHaveURL(`/withdraw?id=${ana.withdrawal}`)
    await page.goBack()
  })

  await test.step('without a stream it is asked for', async () => {
    await page.route(`**${inboxStream.path}`, route => route.abort())
    const asked = page.waitForRequest(request => request.url().includes(inboxList.path), { timeout: 60_000 })
    // The service keeps a few for each session: the oldest, which is the page's, ends.
    const others = new AbortController()
    for (let index = 0; index < 3; index += 1)
      await fetch(product.url + inboxStream.path, {
        headers: { 'authorized-key': ana.token, accept: 'text/event-stream' },
        signal: others.signal,
      })
    await asked
    await callOwn('/app/user/reset_passwd', {
      old_passwd: ana.password,
      password: 'another secret',
      confirm_password: 'another secret',
    })
    await expect(toast).toContainText('Login password changed', { timeout: 30_000 })
    others.abort()
  })

  await test.step('and goes on when it is back, with nothing twice', async () => {
    const again = page.waitForRequest(request => request.url().endsWith(inboxStream.path), { timeout: 60_000 })
    await page.unroute(`**${inboxStream.path}`)
    expect((await again).headers()['last-event-id']).toMatch(/^[0-9]+$/)
  })

  await test.step('the inbox behind the avatar holds it all, and counts it as read', async () => {
    await page.getByRole('link', { name: /Profile/ }).click()
    await page.getByRole('link', { name: 'Notifications' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Login password changed' })).toHaveCount(1)
    await expect(page.getByText('The bank refused the account')).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('link', { name: /Profile/ })).toHaveAccessibleDescription('')
  })
})
