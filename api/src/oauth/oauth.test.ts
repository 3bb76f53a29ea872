import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getSetting,
  loginMobile,
  loginOauth,
  resetPasswordMobile,
  resetVerifyMobile,
  saveSetting,
  sendRegisterCodeEmail,
  sendResetCodeMobile,
  registerVerifyEmail,
  setPasswordEmail,
} from '@adcoin/contract'
import { expectOk, goodPassword, register } from '../testing/accounts.ts'
import { signInAt } from '../testing/google.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { startDevelopmentProvider, type DevelopmentProvider } from './development-provider.ts'

let service: TestService
let provider: DevelopmentProvider
beforeAll(async () => {
  service = await startTestService()
  provider = await startDevelopmentProvider(service.services.config)
  await service.services.oidc.use(provider)
}, 60_000)
afterAll(async () => {
  await provider.stop()
  await service.stop()
})

async function resetBySms({ mobile, e164 }: Awaited<ReturnType<typeof register>>): Promise<{ token: string }> {
  const number = { mobile_sag: '+52', mobile }
  expectOk(await service.ask(sendResetCodeMobile, number))
  const verify_code = await service.codeFor(e164)
  const { verify_ticket } = expectOk(await service.ask(resetVerifyMobile, { ...number, verify_code }))
  const password = 'the owner is back'
  expectOk(await service.ask(resetPasswordMobile, { ...number, verify_ticket, password, confirm_password: password }))
  return { token: expectOk(await service.ask(loginMobile, { ...number, password })).authorized_key }
}

async function templatesTo(dest: string): Promise<string[]> {
  const rows = await service.services.database.read
    .selectFrom('outbox')
    .select('template')
    .where('dest', '=', dest)
    .execute()
  return rows.map(({ template }) => template)
}

describe('sign-in with Google, at a real identity provider', () => {
  it('creates an account with the link’s inviter the first time, and finds it the second time', async () => {
    const ana = await register(service)
    const { invite_code } = expectOk(await service.ask(getSetting, {}, ana))
    const first = expectOk(
      await service.ask(
        loginOauth,
        { ...(await signInAt(service, 'new@example.com')), invite_code },
        { lang: 'pt_PT' },
      ),
    )
    expect(first).toMatchObject({ login_type: 'email', country_code: 'PT', is_new: true })
    expect(expectOk(await service.ask(getSetting, {}, { token: first.authorized_key }))).toMatchObject({
      inviter_id: ana.userId,
      email: 'n•••@example.com',
      has_passwd: false,
      nick_name: null,
    })
    expect(expectOk(await service.ask(loginOauth, await signInAt(service, 'new@example.com')))).toMatchObject({
      user_id: first.user_id,
      is_new: false,
    })
  }, 60_000)

  it('finds the account whose e-mail was proved by a code', async () => {
    expectOk(await service.ask(sendRegisterCodeEmail, { email: 'known@example.com' }))
    const { verify_ticket } = expectOk(
      await service.ask(registerVerifyEmail, {
        email: 'known@example.com',
        verify_code: await service.codeFor('known@example.com'),
      }),
    )
    const account = expectOk(
      await service.ask(setPasswordEmail, {
        email: 'known@example.com',
        verify_ticket,
        password: goodPassword,
        confirm_password: goodPassword,
      }),
    )
    expect(expectOk(await service.ask(loginOauth, await signInAt(service, 'known@example.com')))).toMatchObject({
      user_id: account.user_id,
      is_new: false,
    })
  }, 60_000)

  it('opens no account whose password was reset by SMS, until its owner switches Google on', async () => {
    const ana = await register(service)
    const email = `${randomUUID()}@example.com`
    await service.services.database.transaction(tx =>
      tx.updateTable('app_user').set({ email_norm: email }).where('public_id', '=', ana.userId).execute(),
    )
    expect(expectOk(await service.ask(loginOauth, await signInAt(service, email))).user_id).toBe(ana.userId)
    expect(await templatesTo(email)).toEqual(['google_linked'])
    const back = await resetBySms(ana)
    expect((await service.ask(loginOauth, await signInAt(service, email))).key).toBe('google_off')
    expect(expectOk(await service.ask(getSetting, {}, back))).toMatchObject({
      google_sign_in: false,
      is_google_linked: false,
    })
    expectOk(await service.ask(saveSetting, { google_sign_in: true }, back))
    expect(expectOk(await service.ask(loginOauth, await signInAt(service, email))).user_id).toBe(ana.userId)
    expect(expectOk(await service.ask(saveSetting, { google_sign_in: false }, back)).is_google_linked).toBe(false)
    expect((await service.ask(loginOauth, await signInAt(service, email))).key).toBe('google_off')
  }, 60_000)

  it("does not fail on an unknown inviter's code", async () => {
    expect(
      expectOk(
        await service.ask(loginOauth, { ...(await signInAt(service, 'lonely@example.com')), invite_code: 'NOBODY99' }),
      ),
    ).toMatchObject({ is_new: true })
  }, 60_000)

  it('refuses a used code, a wrong nonce, a wrong verifier and a foreign return address', async () => {
    const used = await signInAt(service, 'replay@example.com')
    expectOk(await service.ask(loginOauth, used))
    expect(await service.ask(loginOauth, used)).toMatchObject({ status: 200, key: 'oauth_failed' })
    expect(
      await service.ask(loginOauth, { ...(await signInAt(service, 'replay@example.com')), nonce: 'x'.repeat(22) }),
    ).toMatchObject({ key: 'oauth_failed' })
    expect(
      await service.ask(loginOauth, {
        ...(await signInAt(service, 'replay@example.com')),
        code_verifier: 'x'.repeat(43),
      }),
    ).toMatchObject({ key: 'oauth_failed' })
    expect(
      await service.ask(loginOauth, {
        ...(await signInAt(service, 'replay@example.com')),
        redirect_uri: 'https://evil.example.com/google_auth',
      }),
    ).toMatchObject({ code: 400, fields: { redirect_uri: 'invalid' } })
  }, 60_000)
})
