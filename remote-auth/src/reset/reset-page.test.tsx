// @vitest-environment jsdom
import { loginMobile, resetPasswordMobile } from '@adcoin/contract'
import { ana, offline, openRemote, refusal, when } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

describe('a reset for a person who is signed in', () => {
  it('refuses a password that was used before at its field, then logs in with the new one', async () => {
    const { api, user, hostCalls } = await openRemote(remote, '/resetPwd/mobile', {
      overrides: when(
        resetPasswordMobile,
        refusal('pwd_reused', undefined, { msg: 'Choose a password you have not used before' }),
      ),
    })
    await user.type(await screen.findByLabelText('Mobile number'), '5512345678')
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    await user.type(await screen.findByLabelText('4-digit code'), '1234')
    await user.type(await screen.findByLabelText('Password'), 'old one')
    await user.type(screen.getByLabelText('Confirm password'), 'old one')
    await user.click(screen.getByRole('button', { name: 'Save password' }))
    expect(await screen.findByText('Choose a password you have not used before')).toBeTruthy()
    expect(hostCalls).toEqual([])

    api.answer(when(resetPasswordMobile, {}))
    await user.click(screen.getByRole('button', { name: 'Save password' }))
    await expect
      .poll(() => hostCalls)
      .toEqual([
        ['showToast', 'Password saved', 'good'],
        ['signIn', ana.login, { next: '/personalSetting' }],
      ])
    expect(api.requests(loginMobile)[0]?.input).toEqual({
      mobile_sag: '+52',
      mobile: '5512345678',
      password: 'old one',
    })
  })

  it('ends at the login where the new session does not begin', async () => {
    const { user, where, hostCalls } = await openRemote(remote, '/login?reset=mobile', {
      overrides: when(loginMobile, offline()),
      person: null,
    })
    await user.type(await screen.findByLabelText('Mobile number'), '5512345678')
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    await user.type(await screen.findByLabelText('4-digit code'), '1234')
    await user.type(await screen.findByLabelText('Password'), 'new one')
    await user.type(screen.getByLabelText('Confirm password'), 'new one')
    await user.click(screen.getByRole('button', { name: 'Save password' }))
    await expect.poll(() => hostCalls).toEqual([['showToast', 'Password saved. Please log in with it.', 'good']])
    await expect.poll(where).toBe('/login')
  })

  it('offers the way that the account has, in place of a form that cannot work', async () => {
    await openRemote(remote, '/resetPwd/email')
    expect(await screen.findByText('No e-mail is registered. Use your mobile number.')).toBeVisible()
    expect(screen.queryByLabelText('E-mail')).toBeNull()
    expect(screen.getByRole('link', { name: 'Reset by mobile' }).getAttribute('href')).toBe('/resetPwd/mobile')
  })

  it.each(['SMS', '__proto__', 'mobile%2Femail'])('by way of %s is not found', async findType => {
    await openRemote(remote, `/resetPwd/${findType}`)
    expect(await screen.findByText('Page not found')).toBeTruthy()
  })
})
