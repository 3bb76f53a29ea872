import { LoginPage } from '../pages/login-page.ts'
import { SignUpPage } from '../pages/sign-up-page.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, generateEmail, generateMobile, test } from '../product/test.ts'

test(
  'logs in by mobile and by e-mail, and shows at the field that the two do not fit',
  { tag: '@core' },
  async ({ browser, page, operate, product }) => {
    const email = generateEmail()
    const signUp = await SignUpPage.open(page)
    await signUp.askByEmail(email)
    await signUp.enterCodeOf(operate, email)
    await signUp.choosePassword('quiet meadow')
    await page.waitForURL('**/welcome')
    const other = await browser.newPage({ baseURL: product.url })
    const login = await LoginPage.open(other)
    await login.byEmail(email, 'not this one')
    await expect(other.getByText('Incorrect account or password')).toBeVisible()
    await expect(other.getByLabel('E-mail', { exact: true })).toHaveValue(email)
    await login.byEmail(email.toUpperCase(), 'quiet meadow')
    await other.waitForURL('**/home')
    await other.close()
  },
)

test('adds a passkey in the settings, and logs in with it and no password', async ({ context, operate, product }) => {
  const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/personalSetting')
  const devTools = await context.newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.getByRole('link', { name: 'Passkeys' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByText('Confirms withdrawals from')).toBeVisible()

  await page.goto(`${product.url}/personalSetting`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/lanuch')
  await page.goto(`${product.url}/login`)
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await page.waitForURL('**/home')
  await page.goto(`${product.url}/personalSetting?own=passkeys`)
  await expect(page.getByText(/Last used/)).toBeVisible()
})

test('resets a forgotten password: the old one is refused, other sessions end, one begins', async ({
  browser,
  page,
  operate,
  product,
}) => {
  const mobile = generateMobile()
  const signUp = await SignUpPage.open(page)
  await signUp.askByMobile(mobile)
  await signUp.enterCodeOf(operate, `+52${mobile}`)
  await signUp.choosePassword('quiet meadow')
  await page.waitForURL('**/welcome')
  const other = await browser.newPage({ baseURL: product.url })
  const reset = await (await LoginPage.open(other)).forgotPassword()
  await reset.askByMobile(mobile)
  await reset.enterCodeOf(operate, `+52${mobile}`)
  await reset.choosePassword('quiet meadow', 'Save password')
  await expect(other.getByText('Choose a password you have not used before')).toBeVisible()
  await reset.choosePassword('loud meadow', 'Save password')
  await other.waitForURL('**/home')
  await page.goto('/personalData')
  await expect(page).toHaveURL(/\/lanuch$/)
  await other.close()
})
