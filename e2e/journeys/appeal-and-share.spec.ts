import { reviewStatuses, taskKinds } from '@adcoin/contract'
import { LoginPage } from '../pages/login-page.ts'
import { callService, createEarner, waitUntil } from '../product/earner.ts'
import { openAs } from '../product/test-account.ts'
import { expect, test } from '../product/test.ts'

type TaskOfList = { id: string; kind: number; title: string }
type Detail = { detail: { review_status: number; assignment_id: string } }

/** The video task of an earner, claimed. It is the only one whose form takes the link of a post. */
async function claimVideoTask(url: string, token: string): Promise<{ task: TaskOfList; assignment: string }> {
  const { list } = (await callService(url, token, '/app/app/task/list')) as { list: TaskOfList[] }
  const task = list.find(({ kind }) => kind === taskKinds.postVideo)
  if (!task) throw new Error('no video task')
  const { assignment_id } = await callService(url, token, '/app/app/task/receive', { task_id: task.id })
  return { task, assignment: String(assignment_id) }
}

test('a link shared from another app stands in the form of its task, also over a login', async ({
  context,
  operate,
  product,
}) => {
  const earner = await createEarner(product.url, operate)
  const { task } = await claimVideoTask(product.url, earner.token)
  const link = `https://www.tiktok.com/@ana${earner.mobile}/video/7302`
  const shared = `/share?text=${encodeURIComponent(`Look at this: ${link}`)}`

  const page = await openAs(context, product.url, earner, shared)
  await expect(page.getByLabel('Video link')).toHaveValue(link)
  await expect(page).toHaveURL(`${product.url}/task/${task.id}?step=proof`)

  await test.step('a visitor logs in first', async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto(product.url + shared)
    await expect(page).toHaveURL(`${product.url}/lanuch`)
    await (await LoginPage.open(page)).byMobile(earner.mobile, earner.password)
    await expect(page.getByLabel('Video link')).toHaveValue(link)
  })
})

test('a rejected proof is appealed once, and another reviewer accepts it', async ({ context, operate, product }) => {
  const earner = await createEarner(product.url, operate)
  const { task, assignment } = await claimVideoTask(product.url, earner.token)
  const call = (path: string, body?: object) => callService(product.url, earner.token, path, body)
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
    assignment_id: assignment,
    account_id: list[0]?.id,
    // The sandbox finds no public post there, and accepts it on a second look.
    video_link: 'https://example.invalid/video/1',
    username: `ana${earner.mobile}`,
    homepage_link: profile,
    file_ids: [data.file_id],
    disclosure_confirmed: true,
  })
  const readStatus = async () =>
    ((await call(`/app/app/task/detail?task_id=${task.id}`)) as Detail).detail.review_status
  await waitUntil(async () => (await readStatus()) === reviewStatuses.failed)

  await page.goto(`/task/${task.id}`)
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
