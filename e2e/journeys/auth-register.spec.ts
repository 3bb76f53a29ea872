import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { SignUpPage } from '../pages/sign-up-page.ts'
import { expect, generateEmail, generateMobile, test } from '../product/test.ts'

test(
  'registers by mobile, keeps what was typed over Back and reload, and cannot jump a step',
  { tag: '@core' },
  async ({ page, operate }) => {
    const mobile = generateMobile()
    await page.goto('/register?step=password')
    await expect(page).toHaveURL(/\/register$/)
    const signUp = await SignUpPage.open(page)
    await signUp.askByMobile(mobile)
    // Depends on time: the wait for a new code is 60 s, and the reload must end within it.
    const wait = page.getByText(/ask for a new one in 0:\d\d/)
    await expect(wait).toBeVisible()
    await page.reload()
    await expect(wait).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Mobile number')).toHaveValue(mobile)
    await page.goForward()
    await signUp.code.fill('0000')
    await expect(page.getByText('Incorrect or expired code')).toBeVisible()
    await signUp.enterCodeOf(operate, `+52${mobile}`)
    await page.getByLabel('Password', { exact: true }).fill('abcde')
    await page.getByLabel('Confirm password').fill('abcdef')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await signUp.choosePassword('quiet meadow')
    await page.waitForURL('**/welcome')
    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByText('Please fill in at least one piece of information')).toBeVisible()
    await page.getByRole('link', { name: 'Skip' }).click()
    await page.waitForURL('**/home')
  },
)

test('registers by e-mail with the code of a link, which is bound and asked for no more', async ({ page, operate }) => {
  const email = generateEmail()
  const signUp = await SignUpPage.open(page, '?invite_code=888888')
  await expect(page.getByText(/Invited with code 888888/)).toBeVisible()
  await signUp.askByEmail(email)
  await signUp.enterCodeOf(operate, email)
  await signUp.choosePassword('quiet meadow')
  await page.waitForURL('**/welcome')
  await expect(page.getByText('An inviter is already linked to your account.')).toBeVisible()
  await expect(page.getByLabel('Invitation code')).toHaveCount(0)
  await page.getByLabel('Nickname').fill('Eva')
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL('**/home')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('adcoin.inviter'))).toBeNull()
})

test('a code of an unknown link does not bar the way', async ({ page, operate }) => {
  const mobile = generateMobile()
  const signUp = await SignUpPage.open(page, '?invite_code=ZZZZ99')
  await signUp.askByMobile(mobile)
  await signUp.enterCodeOf(operate, `+52${mobile}`)
  await signUp.choosePassword('quiet meadow')
  await expect(page.getByText(/This code cannot be used/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove the code' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/welcome')
})

test('the landing is readable before any script, and without scripts', async ({ browser, page, product }) => {
  await page.route('**/releases/**/*.js', () => {}) // never answered
  await page.goto('/lanuch', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: /Post for brands/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join now' })).toHaveAttribute('href', '/register')
  const bare = await browser.newPage({ javaScriptEnabled: false })
  await bare.goto(`${product.url}/lanuch`)
  // Playwright's text locators pass over noscript, even where it is drawn.
  await expect(bare.locator('noscript h1')).toBeVisible()
  await expect(bare.locator('noscript dd').nth(1)).toHaveText('millionaire influencers')
  await expect(bare.locator('noscript > p')).toContainText('needs JavaScript')
  await bare.close()
})

test('the first view of the landing has a task and its reward, both ways in, and "demonstration"', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/lanuch')
  await waitUntilDrawn(page)
  const task = page.getByRole('region', { name: 'One of today’s tasks and what it pays' })
  await expect(task.getByText(/^Paid within \d+ hours, withdrawal fee \S+$/)).toBeInViewport()
  await expect(page.getByText(/^This is a demonstration/)).toBeInViewport()
  await expect(page.getByRole('link', { name: 'I already have an account' })).toBeInViewport({ ratio: 1 })
})
