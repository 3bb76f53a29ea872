// @vitest-environment jsdom
import {
  launch,
  registerVerifyMobile,
  sendRegisterCodeEmail,
  sendRegisterCodeMobile,
  setPasswordEmail,
  setPasswordMobile,
  supportRegion,
} from '@adcoin/contract'
import { openRemote, refusal, when, type AnswerChanges } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

async function open(overrides: AnswerChanges = {}, path = '/register') {
  const page = await openRemote(remote, path, { overrides, person: null })
  const { user } = page
  return {
    ...page,
    async askForCode(mobile = '55 1234 5678') {
      await user.type(await screen.findByLabelText('Mobile number'), mobile)
      await user.click(screen.getByRole('button', { name: 'Send code' }))
    },
    async enterCode(code = '1234') {
      await user.type(await screen.findByLabelText('4-digit code'), code)
    },
    async choosePassword(password: string, confirm = password) {
      await user.type(await screen.findByLabelText('Password'), password)
      await user.type(screen.getByLabelText('Confirm password'), confirm)
      await user.click(screen.getByRole('button', { name: 'Continue' }))
    },
  }
}

describe('a registration', () => {
  it('asks for a code, proves it, sets a password, signs in and goes on to /welcome', async () => {
    const { api, askForCode, enterCode, choosePassword, hostCalls, where } = await open()
    await askForCode()
    await enterCode('１２３４')
    await choosePassword('secret 1')
    await expect.poll(() => hostCalls).toMatchObject([['signIn', { is_new: true }, { next: '/welcome' }]])
    expect(api.requests(sendRegisterCodeMobile)[0]?.input).toEqual({ mobile_sag: '+52', mobile: '5512345678' })
    expect(api.requests(registerVerifyMobile)[0]?.input).toEqual({
      mobile_sag: '+52',
      mobile: '5512345678',
      verify_code: '1234',
    })
    expect(api.requests(setPasswordMobile)[0]?.input).toEqual({
      mobile_sag: '+52',
      mobile: '5512345678',
      verify_ticket: 'ticket-0123456789abcdef',
      password: 'secret 1',
      confirm_password: 'secret 1',
      region: 'MX',
    })
    expect(where()).toBe('/register?step=password')
    expect(Object.keys(sessionStorage).filter(key => key.includes('flow'))).toEqual([])
  })

  it('shows what the operator wants known before anything is given', async () => {
    await open(when(launch, { notice: [{ key: 'demo', text: 'Nothing is paid out here.' }] }))
    expect(await screen.findByText('Nothing is paid out here.')).toBeTruthy()
  })

  it('offers Google before the number, and nothing in its place where the service has none', async () => {
    const { api } = await open()
    const google = await screen.findByRole('button', { name: 'Continue with Google' })
    const number = screen.getByLabelText('Mobile number')
    expect(google.compareDocumentPosition(number)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    api.end()
    await open(when(launch, { oauth: null }))
    await expect.poll(() => screen.queryByText('or')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull()
  })

  it('turns the rule of the password green once it is kept, and never shows it beside its error', async () => {
    const { user, askForCode, enterCode } = await open()
    await askForCode()
    await enterCode()
    const rule = 'At least 6 characters, and not an easy one such as 123456.'
    const field = await screen.findByLabelText('Password')
    expect(field).toHaveAccessibleDescription(rule)
    await user.type(field, 'short')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Password must be at least 6 characters')).toBeVisible()
    expect(screen.queryByText(rule)).toBeNull()
    await user.type(field, ' no more')
    expect((await screen.findByText(rule)).className).toContain('kept')
  })

  it('keeps the number when the person goes back, and sends no second code for it', async () => {
    const { api, user, askForCode } = await open()
    await askForCode()
    await user.click(await screen.findByText('Change'))
    expect((await screen.findByLabelText<HTMLInputElement>('Mobile number')).value).toBe('55 1234 5678')
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    expect(await screen.findByLabelText('4-digit code')).toBeTruthy()
    expect(api.requests(sendRegisterCodeMobile)).toHaveLength(1)
  })

  it('shows at the field that a code is wrong, in the words of the service', async () => {
    const { askForCode, enterCode } = await open(
      when(
        registerVerifyMobile,
        refusal('code_wrong', { verify_code: 'code_wrong' }, { msg: 'Incorrect or expired code' }),
      ),
    )
    await askForCode()
    await enterCode()
    expect(await screen.findByText('Incorrect or expired code')).toBeTruthy()
    expect(screen.getByLabelText('4-digit code').getAttribute('aria-invalid')).toBe('true')
  })

  it('uses the earlier code if the next came too soon, and waits as the service reports', async () => {
    const { askForCode } = await open(
      when(sendRegisterCodeMobile, refusal('code_too_soon', undefined, { retryAfter: 42 })),
    )
    await askForCode()
    expect(await screen.findByText('0:42')).toBeTruthy()
    expect(screen.queryByText('Send a new code')).toBeNull()
  })

  it('refuses a number and an e-mail that cannot be one, and sends nothing', async () => {
    const { api, user, askForCode } = await open()
    await askForCode('<svg onload=alert(1)>')
    expect(await screen.findByText('Please enter a valid phone number')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'E-mail' }))
    await user.type(screen.getByLabelText('E-mail'), 'a@b.com,c@d.com')
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    expect(await screen.findByText('Please enter a valid email')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Mobile' }))
    expect(screen.getByLabelText<HTMLInputElement>('Mobile number').value).toBe('<svg onload=alert(1)>')
    expect([...api.requests(sendRegisterCodeMobile), ...api.requests(sendRegisterCodeEmail)]).toEqual([])
  })

  it('gives an e-mail account the country that was shown, left untouched or chosen', async () => {
    const { api, user, enterCode, choosePassword } = await open()
    await user.click(await screen.findByRole('radio', { name: 'E-mail' }))
    const shown = (await screen.findByLabelText<HTMLSelectElement>('Country or region')).value
    await user.type(screen.getByLabelText('E-mail'), 'eva@mail.example')
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    await enterCode()
    await choosePassword('secret 1')
    await expect.poll(() => api.requests(setPasswordEmail)).toHaveLength(1)
    expect(shown).not.toBe('')
    expect(api.requests(setPasswordEmail)[0]?.input).toMatchObject({ email: 'eva@mail.example', region: shown })
  })

  it('sends no code to an address while no country can be shown', async () => {
    const { api, user } = await open(when(supportRegion, refusal('too_many')))
    await user.click(await screen.findByRole('radio', { name: 'E-mail' }))
    await user.type(await screen.findByLabelText('E-mail'), 'eva@mail.example')
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy()
    expect(api.requests(sendRegisterCodeEmail)).toEqual([])
  })

  it('returns to the code when the proof has run out, and shows why', async () => {
    const { askForCode, enterCode, choosePassword, hostCalls } = await open(
      when(setPasswordMobile, refusal('ticket_invalid', undefined, { msg: 'Please verify again' })),
    )
    await askForCode()
    await enterCode()
    await choosePassword('secret 1')
    expect(await screen.findByLabelText('4-digit code')).toBeTruthy()
    expect(hostCalls).toEqual([['showToast', 'Please verify again', 'bad']])
  })
})
