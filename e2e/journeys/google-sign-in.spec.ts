import { expect, generateEmail, test, type Page } from '../product/test.ts'

/** At the development identity provider, which believes any e-mail. */
async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a first sign-in with Google has a welcome that can be skipped; the second leads home', async ({
  page,
  browser,
}) => {
  const email = generateEmail()
  await signInAtProvider(page, email)
  await expect(page).toHaveURL(/\/welcome$/)
  await page.getByRole('link', { name: 'Skip' }).click()
  await expect(page).toHaveURL(/\/home$/)

  const again = await browser.newContext()
  const other = await again.newPage()
  await signInAtProvider(other, email)
  await expect(other).toHaveURL(/\/home$/)
  await again.close()
})

test('an answer of Google that was used, or that this tab did not ask for, signs no one in', async ({ page }) => {
  const answers: string[] = []
  page.on('request', request => {
    if (request.isNavigationRequest() && new URL(request.url()).pathname === '/google_auth') answers.push(request.url())
  })
  await signInAtProvider(page, generateEmail())
  await expect(page).toHaveURL(/\/welcome$/)
  const [used] = answers
  expect(used).toContain('code=')

  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  for (const address of [used ?? '', (used ?? '').replace(/state=[^&]+/, 'state=somebody-elses-state-x')]) {
    await page.goto(address)
    await expect(page.getByText('This sign-in was already used or did not start on this device.')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('adcoin.token'))).toBeNull()
    await expect(page).not.toHaveURL(/code=/)
  }
})

test('what was typed before the session ended is there after Google’s page, for one person alone', async ({ page }) => {
  const [ana, ben] = [generateEmail(), generateEmail()]
  await signInAtProvider(page, ana)
  await expect(page).toHaveURL(/\/welcome$/)
  await page.goto('/bindAccount')
  const username = page.getByRole('textbox').first()
  await username.fill('ana.souza')
  const token = await page.evaluate(() => localStorage.getItem('adcoin.token') ?? '')
  await page.request.post('/app/user/logout', { headers: { lang: 'en_US', 'authorized-key': token }, data: {} })
  await page.goto('/money')
  await expect(page).toHaveURL(/\/lanuch$/)

  for (const [email, typed] of [
    [ben, ''],
    [ana, 'ana.souza'],
  ] as const) {
    await signInAtProvider(page, email)
    await expect(page).not.toHaveURL(/login|google/)
    await page.goto('/bindAccount')
    await expect(username).toHaveValue(typed)
    if (email === ana) break
    await page.goto('/personalSetting')
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/lanuch$/)
  }
})
