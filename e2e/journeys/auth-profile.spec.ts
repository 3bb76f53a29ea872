import { SignUpPage } from '../pages/sign-up-page.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test } from '../product/test.ts'

test('keeps a profile: photo with crop, nickname, gender and birthday', async ({ context, operate, product }) => {
  const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/personalData')
  await page.getByRole('button', { name: 'Change photo' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await page.getByLabel('Zoom').fill('2')
  await page.getByRole('button', { name: 'Use this photo' }).click()
  // A picture is visible before it is loaded.
  await expect(page.locator('main [aria-hidden] > img')).not.toHaveJSProperty('naturalWidth', 0)

  await page.getByRole('button', { name: 'Nickname' }).click()
  await page.getByRole('textbox', { name: 'Nickname' }).fill('x'.repeat(21))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This is too long')).toBeVisible()
  await page.getByRole('textbox', { name: 'Nickname' }).fill('<b>Ana</b>')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Gender' }).click()
  await page.getByRole('radio', { name: 'Female' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Birthday' }).click()
  await page.getByRole('dialog').getByLabel('Birthday').fill('2000-02-29')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  for (const text of ['<b>Ana</b>', 'Female', 'Feb 29, 2000'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
})

test('changes the login password, never to one that was used before', async ({ context, operate, product }) => {
  const somebody = await createTestAccount(product.url, operate)
  const page = await openAs(context, product.url, somebody, '/pwdSetting')
  const change = async (old: string, fresh: string) => {
    await page.getByLabel('Current password').fill(old)
    await page.getByLabel('New password', { exact: true }).fill(fresh)
    await page.getByLabel('Confirm new password').fill(fresh)
    await page.getByRole('button', { name: 'Save password' }).click()
  }
  await change('not this one', 'brand new 1')
  await expect(page.getByText('Current password is incorrect')).toBeVisible()
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('brand new 1')
  await change(somebody.password, somebody.password)
  await expect(page.getByText('Choose a password you have not used before')).toBeVisible()
  await change(somebody.password, 'brand new 1')
  await page.waitForURL('**/personalSetting')
})

test('resets the password of a signed-in person, who stays signed in', async ({ context, operate, product }) => {
  const somebody = await createTestAccount(product.url, operate)
  const page = await openAs(context, product.url, somebody, '/resetPwd/mobile')
  const reset = new SignUpPage(page)
  await page.getByLabel('Mobile number').fill(somebody.mobile)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(reset.code).toBeVisible()
  await reset.enterCodeOf(operate, `+52${somebody.mobile}`)
  await reset.choosePassword('loud meadow', 'Save password')
  await page.waitForURL('**/personalSetting')
  await page.goto(`${product.url}/personalSetting?own=devices`)
  await expect(page.getByText('You are logged in on this device only.')).toBeVisible()
})

test('ends another device, which is then logged out with one notice', async ({
  browser,
  context,
  operate,
  product,
}) => {
  const somebody = await createTestAccount(product.url, operate)
  const page = await openAs(context, product.url, somebody, '/personalSetting?own=devices')
  const answer = await fetch(`${product.url}/app/user/login/mobile`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mobile_sag: '+52', mobile: somebody.mobile, password: somebody.password }),
  })
  const { data } = (await answer.json()) as { data: { authorized_key: string } }
  const other = await openAs(
    await browser.newContext(),
    product.url,
    { ...somebody, token: data.authorized_key },
    '/personalData',
  )
  await page.reload()
  await page.getByRole('button', { name: /^End the session/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByText('You are logged in on this device only.')).toBeVisible()
  // Its stream delivers this, without a call.
  await expect(other.getByText('Your session has ended.')).toHaveCount(1)
  await other.context().close()
})
