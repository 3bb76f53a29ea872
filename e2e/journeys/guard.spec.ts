import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { createTestAccount, openAs, type TestAccount } from '../product/test-account.ts'
import { expect, test } from '../product/test.ts'

const landing = 'Post for brands.'
/** Every screen of rulings.md R1 with its title and its heading in English. */
const privateScreens: readonly (readonly [path: string, title: string, heading: string])[] = [
  ['/home', 'Ad Coin', 'Hello'],
  ['/taskList', 'Tasks', 'Tasks'],
  ['/adRecord', 'Ad record', 'Ad record'],
  ['/bindAccount', 'Link account', 'Link account'],
  ['/money', 'My money', 'My money'],
  ['/tradingList', 'Transactions', 'Transactions'],
  ['/statement', 'Statement', 'Statement'],
  ['/sell', 'Sell Ad Coin', 'Sell Ad Coin'],
  ['/withdraw', 'Withdrawals', 'Withdrawals'],
  ['/cardList', 'Accounts', 'Accounts'],
  ['/cardAdd', 'Add account', 'Add account'],
  ['/tradingSetting', 'Trading password', 'Trading password'],
  ['/tradingReset/mobile', 'Reset trading password', 'Reset trading password'],
  ['/tradingReset/email', 'Reset trading password', 'Reset trading password'],
  ['/team', 'My team', 'My team'],
  ['/teamList', 'Team members', 'Team members'],
  ['/invite', 'Invite a friend', 'Invite a friend'],
  ['/bindInvite', 'Link an inviter’s code', 'Link an inviter’s code'],
  ['/welcome', 'Welcome', 'What should we call you?'],
  ['/resetPwd/mobile', 'Reset password', 'Reset your password'],
  ['/resetPwd/email', 'Reset password', 'Reset your password'],
  ['/personalData', 'Profile', 'Profile'],
  ['/personalSetting', 'Settings', 'Settings'],
  ['/personalSetting?own=devices', 'Logged-in devices', 'Logged-in devices'],
  ['/personalSetting?about=terms', 'Terms', 'Terms'],
  ['/notifications', 'Push notifications', 'Push notifications'],
  ['/pwdSetting', 'Login password', 'Login password'],
  ['/language', 'Language', 'Language'],
  ['/faq', 'Frequently asked questions', 'Frequently asked questions'],
  ['/help', 'Help centre', 'Help centre'],
]
const publicScreens: typeof privateScreens = [
  ['/lanuch', 'Start', landing],
  ['/login', 'Log in', 'Welcome back'],
  ['/register', 'Create account', 'Create your account'],
]
const nowhere = [
  '/nowhere',
  '/resetPwd/x',
  '/resetPwd/__proto__',
  '/tradingReset/sms',
  '/home/more',
  '/task',
  '/task/1',
  '/withdraw?id=1',
]
const notFound = {
  zh_TW: '找不到頁面',
  pt_PT: 'Página não encontrada',
  hi_IN: 'पेज नहीं मिला',
  es_MX: 'Página no encontrada',
  es_ES: 'Página no encontrada',
  en_US: 'Page not found',
}

const hasPath = (path: string) => (url: URL) => url.pathname === path.split('?')[0]

let somebody: TestAccount
test.beforeAll(async ({ product }) => {
  const { createOperator } = await import('../product/operator.ts')
  somebody = await createTestAccount(product.url, createOperator(product.dataDir))
})

test(
  'without a token the public screens open, and every other address ends on the landing page',
  { tag: '@core' },
  async ({ context, product }) => {
    const page = await openAs(context, product.url, null, '/')
    for (const [path, title, heading] of publicScreens) {
      await page.goto(product.url + path)
      await waitUntilDrawn(page)
      await expect(page, path).toHaveURL(hasPath(path))
      await expect(page, path).toHaveTitle(`${title} · Ad Coin`)
      await expect(page.getByRole('heading', { level: 1 }), path).toContainText(heading)
    }
    for (const path of [...privateScreens.map(([each]) => each), ...nowhere, '/', '/launch', '/HOME/']) {
      await page.goto(product.url + path)
      await expect(page, path).toHaveURL(hasPath('/lanuch'))
      await expect(page.getByRole('heading', { level: 1 }), path).toContainText(landing)
    }
    // A return from Google that never began there goes on to the login.
    await page.goto(`${product.url}/google_auth`)
    await expect(page).toHaveURL(/\/login$/)
  },
)

test(
  'with a token private screens open with title and heading, public ones lead home',
  { tag: '@core' },
  async ({ context, product }) => {
    const page = await openAs(context, product.url, somebody, '/home')
    for (const [path, title, heading] of privateScreens) {
      await page.goto(product.url + path)
      await waitUntilDrawn(page)
      await expect(page.getByRole('heading', { level: 1, name: heading }).first(), path).toBeVisible()
      await expect(page, path).toHaveTitle(path === '/home' ? title : `${title} · Ad Coin`)
      await expect(page, path).toHaveURL(hasPath(path))
    }
    for (const path of [...publicScreens.map(([each]) => each), '/google_auth', '/', '/launch']) {
      await page.goto(product.url + path)
      await expect(page, path).toHaveURL(hasPath('/home'))
      await expect(page.getByRole('heading', { level: 1, name: 'Hello' }), path).toBeVisible()
    }
  },
)

test('an address that is no screen shows it, with and without remotes behind it', async ({ context, product }) => {
  const page = await openAs(context, product.url, somebody, '/home')
  for (const path of nowhere) {
    await page.goto(product.url + path)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' }), path).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to home' }), path).toBeVisible()
    await expect(page, path).toHaveTitle('Page not found · Ad Coin')
    await expect(page, path).toHaveURL(product.url + path)
  }
})

test('its title shows it in every language, whether the shell or a remote found nothing', async ({
  context,
  product,
}) => {
  const page = await openAs(context, product.url, somebody, '/home')
  for (const [language, title] of Object.entries(notFound)) {
    await page.evaluate(code => localStorage.setItem('adcoin.language', code), language)
    for (const path of ['/nowhere', '/task/1']) {
      await page.goto(product.url + path)
      await expect(page, `${path} ${language}`).toHaveTitle(`${title} · Ad Coin`)
    }
  }
  await page.locator('main').getByRole('link').click()
  await expect(page).toHaveTitle('Ad Coin')
})
