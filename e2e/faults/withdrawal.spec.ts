import { startFaultProxy, type FaultProxy } from '../injectors/proxy.ts'
import { answerInstead, loseAnswer, type WireFault } from '../injectors/wire-faults.ts'
import { LoginPage } from '../pages/login-page.ts'
import { callService } from '../product/earner.ts'
import { generateClabe } from '../product/person.ts'
import { SellPage } from '../pages/sell-page.ts'
import type { createOperator } from '../product/operator.ts'
import { expect, test as base, type Page } from '../product/test.ts'
import { findBlock, findToast, screenParts } from '../product/screen-parts.ts'

type Demo = { mobile: string; password: string }
const tradingPassword = 'battery staple'
const request = /^\/app\/pay\/withdraw\/request$/

/** Behind a proxy: over WebDriver BiDi Playwright knows no bodies, and passes none on. */
const test = base.extend<{ wire: FaultProxy }>({
  wire: async ({ product }, use) => {
    const wire = await startFaultProxy(product.url)
    await use(wire)
    await wire.stop()
  },
  baseURL: async ({ wire }, use) => use(wire.url),
})

test(
  'every refusal of a withdrawal is shown beside its cause, without a toast; it is paid once',
  { tag: '@engines' },
  async ({ page, operate, product, wire }) => {
    const { right, code } = await prepareWithdrawal(page, operate)
    const wrong = right === '0000' ? '1111' : '0000'
    await expect(findToast(page)).toHaveCount(0)
    await page.evaluate(selector => {
      const toasts = new Set<string>()
      Object.assign(window, { toasts })
      new MutationObserver(() =>
        document.querySelectorAll(selector).forEach(toast => toasts.add(toast.textContent ?? '')),
      ).observe(document.body, { childList: true, subtree: true })
    }, screenParts.toast)

    const field = page.getByLabel('Trading password')
    const submit = page.getByRole('button', { name: 'Withdraw', exact: true })
    await test.step('the real service refuses a wrong trading password and a wrong code at their fields', async () => {
      await field.fill('not this one')
      await code.fill(right)
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await field.fill(tradingPassword)
      await code.fill(wrong)
      await expect(code).toHaveAttribute('aria-invalid', 'true')
    })
    for (const answer of [
      { code: 2001, msg: 'Not enough Ad Coin' },
      { code: 2012, msg: 'Withdrawals are paused for everybody' },
      { code: 2010, msg: 'This account cannot be paid' },
      { code: 5999, msg: '<img src=x onerror=alert(1)>' },
    ]) {
      await test.step(answer.msg, async () => {
        await page.route('**/app/pay/withdraw/request', route => route.fulfill({ json: { ...answer, data: null } }), {
          times: 1,
        })
        // The fourth digit of the right code sends; with the code in place, the button does.
        if ((await code.inputValue()) === right) await submit.click()
        else await code.fill(right)
        await expect(page.getByRole('main').getByText(answer.msg)).toBeVisible()
        await expect(field).toHaveValue(tradingPassword)
      })
    }
    await test.step('where only the answer is lost, it is asked for again, and the request was made once', async () => {
      const keys: (string | undefined)[] = []
      page.on('request', request => {
        if (request.url().endsWith('/app/pay/withdraw/request')) keys.push(request.headers()['idempotency-key'])
      })
      wire.inject(request, loseAnswer, { times: 1 })
      await submit.click()
      await expect(page.getByRole('heading', { name: 'Withdrawal submitted' })).toBeVisible()
      // The shell asks again, or the browser does: Chromium repeats what a kept connection lost.
      expect(wire.requestCounts.get('/app/pay/withdraw/request')).toBe(2)
      expect(new Set(keys).size).toBe(1)
    })
    expect(await page.evaluate(() => [...(window as unknown as { toasts: Set<string> }).toasts])).toEqual([])
    const token = await page.evaluate(() => localStorage.getItem('adcoin.token') ?? '')
    const { list } = await callService(product.url, token, '/app/w/log')
    expect(list).toHaveLength(1)
    await page.goto('/money')
    await expect(findBlock(page)).toContainText('950.00')
    await expect(page.getByText('50.00 Ad Coin on hold for withdrawals')).toBeVisible()
  },
)

test(
  'the tab closes before the answer: a new one shows the check, then the outcome, made once',
  { tag: '@engines' },
  async ({ context, page, operate, wire }) => {
    const { right, code } = await prepareWithdrawal(page, operate)
    let isMade = () => {}
    const made = new Promise<void>(done => (isMade = done))
    const holdAnswer: WireFault = async ({ pass }) => {
      await pass()
      isMade()
    }
    wire.inject(request, holdAnswer, { times: 1 })
    await page.getByLabel('Trading password').fill(tradingPassword)
    await code.fill(right)
    await made
    await page.close()

    const next = await context.newPage()
    let letGo = () => {}
    const held = new Promise<void>(done => (letGo = done))
    await next.route('**/app/w/log?**', async route => {
      await held
      await route.continue()
    })
    await next.goto('/withdraw')
    await expect(next.getByRole('heading', { name: 'We are checking your withdrawal' })).toBeVisible()
    letGo()
    await expect(next.getByRole('heading', { name: 'Withdrawal submitted' })).toBeVisible()
    await next.goto('/withdraw')
    await expect(next.getByRole('link', { name: /••••\s/ })).toHaveCount(1)
  },
)

test(
  'the session ends before the answer: the next login shows the outcome, made once',
  { tag: '@engines' },
  async ({ page, operate, wire }) => {
    const { right, code, demo } = await prepareWithdrawal(page, operate)
    const over = JSON.stringify({ code: 401, msg: 'over', data: null })
    wire.inject(
      request,
      async exchange => {
        await exchange.pass()
        await answerInstead(200, { 'content-type': 'application/json' }, over)(exchange)
      },
      { times: 1 },
    )
    await page.getByLabel('Trading password').fill(tradingPassword)
    await code.fill(right)
    await expect(page).toHaveURL(/\/lanuch$/)
    await logInHere(page, demo)
    // The path was kept, and the page shows the outcome; a reload shows it too.
    await expect(page.getByRole('heading', { name: 'Withdrawal submitted' })).toBeVisible()
    await page.goto('/withdraw')
    await expect(page.getByRole('link', { name: /••••\s/ })).toHaveCount(1)
  },
)

test(
  'the session ended before the request: the next login restores the started sale',
  { tag: '@engines' },
  async ({ page, operate }) => {
    const { demo } = await prepareWithdrawal(page, operate)
    await page.route('**/app/w/log?**', route => route.fulfill({ json: { code: 401, msg: 'over', data: null } }), {
      times: 1,
    })
    await page.goto('/withdraw?step=confirm')
    await expect(page).toHaveURL(/\/lanuch$/)
    await logInHere(page, demo)
    await expect(page).toHaveURL(/step=confirm$/)
    const sheet = page.getByRole('dialog', { name: 'Confirm it is you' })
    await expect(sheet.locator('dl > div', { hasText: 'You sell' }).locator('dd')).toContainText('50.00')
  },
)

/** In the same page: what a session that ended by itself had begun waits there for the same person. */
async function logInHere(page: Page, demo: Demo): Promise<void> {
  await page.getByRole('main').locator('a[href="/login"]').first().click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await new LoginPage(page).byMobile(demo.mobile, demo.password)
}

/** A person with money, an account, a trading password and a code, at the form. */
async function prepareWithdrawal(page: Page, operate: ReturnType<typeof createOperator>) {
  const demo = (await operate.ops('demo:user', '--coin', '100000')) as Demo
  await (await LoginPage.open(page)).byMobile(demo.mobile, demo.password)
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/sell')
  const sell = await new SellPage(page).enter('50')
  await sell.addAccount({ holder: 'Ana Souza', clabe: generateClabe() })
  await sell.setTradingPassword({
    sag: '+52',
    mobile: demo.mobile,
    password: demo.password,
    tradingPassword,
    nickname: 'Ana',
  })
  const code = await (await (await sell.showsAmount('50')).openWithdraw()).asksForCode()
  const right = await operate.code(`+52${demo.mobile}`)
  return { right, code, demo }
}
