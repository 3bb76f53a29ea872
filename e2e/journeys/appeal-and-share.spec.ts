import { reviewStatuses } from '@adcoin/contract'
import { LoginPage } from '../pages/login-page.ts'
import { callService, createEarner, waitUntil } from '../product/earner.ts'
import { openAs } from '../product/test-account.ts'
import { expect, test } from '../product/test.ts'

type Manifest = { share_target: unknown; shortcuts: { url: string }[] }
type Detail = { detail: { review_status: number; assignment_id: string } }

test('a link shared from another app stands in the form of its task, also over a login', async ({
  browser,
  context,
  operate,
  product,
}) => {
  const earner = await createEarner(product.url, operate)
  const link = `https://www.tiktok.com/@ana${earner.mobile}/video/7302`
  const shared = `/share?text=${encodeURIComponent(`Look at this: ${link}`)}`

  const page = await openAs(context, product.url, earner, shared)
  await expect(page.getByLabel('Video link')).toHaveValue(link)
  await expect(page).toHaveURL(`${product.url}/task/${earner.openTask}?step=proof`)

  await test.step('a copied link is pasted by the button of the empty field', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = `https://www.tiktok.com/@ana${earner.mobile}/video/7303`
    await page.evaluate(text => navigator.clipboard.writeText(text), copied)
    await page.getByLabel('Video link').fill('')
    await page.getByRole('button', { name: 'Paste' }).click()
    await expect(page.getByLabel('Video link')).toHaveValue(copied)
  })

  await test.step('the installed app is offered for sharing, under the same address', async () => {
    const address = await page.locator('link[rel=manifest]').getAttribute('href')
    const manifest = (await (await page.request.get(product.url + address)).json()) as Manifest
    const params = { title: 'title', text: 'text', url: 'url' }
    expect(manifest.share_target).toEqual({ action: '/share', method: 'GET', params })
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/taskList', '/sell'])
  })

  await test.step('a visitor logs in first', async () => {
    // A browser of its own: the asked-for path of a tab is for its last person alone.
    const visitor = await (await browser.newContext({ baseURL: product.url })).newPage()
    await visitor.goto(shared)
    await expect(visitor).toHaveURL(`${product.url}/lanuch`)
    await (await LoginPage.open(visitor)).byMobile(earner.mobile, earner.password)
    await expect(visitor.getByLabel('Video link')).toHaveValue(link)
    await visitor.context().close()
  })
})

test('a rejected proof is appealed once, and another reviewer accepts it', async ({ context, operate, product }) => {
  const earner = await createEarner(product.url, operate)
  const call = (path: string, body?: object) => callService(product.url, earner.token, path, body)
  /** The claimed video task: no other form takes the link of a post. */
  const readDetail = async () => ((await call(`/app/app/task/detail?task_id=${earner.openTask}`)) as Detail).detail
  const profile = `https://www.tiktok.com/@ana${earner.mobile}`
  const { list } = (await call('/app/app/bind_account')) as { list: { id: string }[] }
  const page = await openAs(context, product.url, earner, '/home')
  const form = new FormData()
  form.set('purpose', 'proof')
  const picture = new Uint8Array(await page.screenshot())
  form.set('file', new File([picture], 'proof.png', { type: 'image/png' }))
  const upload = await fetch(`${product.url}/app/upload`, {
    method: 'POST',
    headers: { 'authorized-key': earner.token },
    body: form,
  })
  const { data } = (await upload.json()) as { data: { file_id: string } }
  await call('/app/app/task/submitting', {
    assignment_id: (await readDetail()).assignment_id,
    account_id: list[0]?.id,
    // The sandbox finds no public post there, and accepts it on a second look.
    video_link: 'https://example.invalid/video/1',
    username: `ana${earner.mobile}`,
    homepage_link: profile,
    file_ids: [data.file_id],
    disclosure_confirmed: true,
  })
  await waitUntil(async () => (await readDetail()).review_status === reviewStatuses.failed)

  await page.goto(`/task/${earner.openTask}`)
  await page.getByRole('button', { name: 'Ask for a second look' }).click()
  const text = page.getByLabel('Why does your proof fit the task?')
  await text.fill('The post is public since this morning.')
  await page.reload()
  await expect(text).toHaveValue('The post is public since this morning.')
  await page.getByRole('button', { name: 'Send to another reviewer' }).click()
  await expect(page.getByText('The second look accepted your proof.')).toBeVisible({ timeout: 45_000 })
  await expect(page.getByText('Paid to your balance').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask for a second look' })).toHaveCount(0)
})
