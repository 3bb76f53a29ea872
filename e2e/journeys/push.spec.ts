import { createECDH } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPushDevice, startPushService } from 'api/testing/push-service'
import { callService } from '../product/earner.ts'
import { createOperator } from '../product/operator.ts'
import { startProduct } from '../product/product.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test, type Page } from '../product/test.ts'

type Notice = { readonly title: string; readonly body: string; readonly data: string }

/** Chromium reaches no push service here: its subscription is made by hand, what the service sends handed to it. */
test('a push is shown in the language of its person, with the path of its screen', async ({ browser }) => {
  test.setTimeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-push-journey-'))
  const push = await startPushService()
  const trusted = join(folder, 'push.pem')
  writeFileSync(trusted, push.certificate)
  const pair = createECDH('prime256v1')
  const product = await startProduct({
    env: {
      PUSH_PUBLIC_KEY: pair.generateKeys('base64url'),
      PUSH_PRIVATE_KEY: pair.getPrivateKey('base64url'),
      PUSH_CONTACT: 'mailto:push@example.com',
      PUSH_HOSTS: push.host,
      NODE_EXTRA_CA_CERTS: trusted,
    },
  })
  try {
    const ana = await createTestAccount(product.url, createOperator(product.dataDir))
    const device = createPushDevice()
    const context = await browser.newContext({ baseURL: product.url })
    await context.grantPermissions(['notifications'], { origin: product.url })
    await context.addInitScript(subscribeByHand, { endpoint: `https://${push.host}/browser`, keys: device.keys })
    const page = await openAs(context, product.url, ana, '/notifications')
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await expect(page.getByRole('switch', { name: 'A reward or withdrawal is paid' })).toBeChecked()

    const titles = new Set<string>()
    for (const [taskId, language, tag] of [
      ['leafy-friend', 'हिन्दी', 'hi-IN'],
      ['market-group', '繁體中文', 'zh-TW'],
      ['trail-sms', 'English', 'en'],
    ] as const) {
      await chooseLanguage(page, language, tag)
      await earn(product.url, ana.token, taskId, await page.screenshot())
      await expect.poll(() => push.received.length).toBe(1)
      const [sent] = push.received.splice(0)
      if (!sent) continue
      const news = device.read(sent)
      expect(news.path).toBe(`/task/${taskId}`)
      await deliverPush(page, product.url, JSON.stringify(news))
      await expect.poll(() => listNotices(page)).toContainEqual({ title: news.title, body: news.body, data: news.path })
      titles.add(news.title)
    }
    expect(titles.size).toBe(3)
  } finally {
    await product.stop()
    await push.stop()
    rmSync(folder, { recursive: true })
  }
})

/** In each page: the browser's subscription, for as long as the page is open. */
function subscribeByHand(own: { readonly endpoint: string; readonly keys: Readonly<Record<string, string>> }): void {
  let subscription: object | null = null
  PushManager.prototype.subscribe = async options => {
    const key = String(options?.applicationServerKey).replaceAll('-', '+').replaceAll('_', '/')
    const applicationServerKey = Uint8Array.from(atob(key), sign => sign.charCodeAt(0)).buffer
    subscription = { ...own, options: { applicationServerKey }, toJSON: () => own, unsubscribe: async () => true }
    return subscription as PushSubscription
  }
  PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null
}

/** The service writes to the person in the language of the settings that the next screen reads. */
async function chooseLanguage(page: Page, name: string, tag: string): Promise<void> {
  await page.goto('/language')
  await page.getByRole('radio', { name }).check()
  await expect(page.locator('html')).toHaveAttribute('lang', tag)
  const known = page.waitForResponse(answer => answer.url().endsWith('/app/user/setting'))
  await page.goto('/personalSetting')
  await known
}

/** Sends a picture as the proof of a task; the sandbox passes it. */
async function earn(url: string, token: string, task_id: string, picture: Buffer): Promise<void> {
  const form = new FormData()
  form.append('purpose', 'proof')
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'proof.png')
  const upload = await fetch(`${url}/app/upload`, { method: 'POST', body: form, headers: { 'authorized-key': token } })
  const { data } = (await upload.json()) as { data: { file_id: string } }
  const { assignment_id } = await callService(url, token, '/app/app/task/receive', { task_id })
  const proof = { assignment_id, file_ids: [data.file_id], disclosure_confirmed: true }
  await callService(url, token, '/app/app/task/submitting', proof)
}

async function deliverPush(page: Page, origin: string, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const found = new Promise<string>(done =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (own) done(own.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await found, data })
  await devtools.detach()
}

const listNotices = (page: Page): Promise<Notice[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, data: String(data) }))
  })
