// @vitest-environment jsdom
import { resetPasswordMobile } from '@adcoin/contract'
import { openRemote, refusal, when } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

describe('a reset for a person who is signed in', () => {
  it('refuses a password that was used before at its field, then ends the session', async () => {
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
    await expect.poll(() => hostCalls.map(([name]) => name)).toEqual(['showToast', 'signOut'])
  })

  it.each(['SMS', '__proto__', 'mobile%2Femail'])('by way of %s is not found', async findType => {
    await openRemote(remote, `/resetPwd/${findType}`)
    expect(await screen.findByText('Page not found')).toBeTruthy()
  })
})
