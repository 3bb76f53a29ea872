// @vitest-environment jsdom
import { InviteCode, setPasswordMobile } from '@adcoin/contract'
import { createSessionWriter } from '@adcoin/session'
import { openRemote, refusal, when, type AnswerChanges } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import remote from '../remote.tsx'

/** The shell keeps the link's code before the screen is drawn; here it arrives while another screen is shown. */
async function openInvited(overrides: AnswerChanges = {}) {
  const page = await openRemote(remote, '/login', { overrides, person: null })
  createSessionWriter().saveInviter('BRUNO77')
  await page.user.click(await screen.findByText('Create an account'))
  return page
}

async function register({ user }: Awaited<ReturnType<typeof openInvited>>) {
  await user.type(await screen.findByLabelText('Mobile number'), '5512345678')
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await user.type(await screen.findByLabelText('4-digit code'), '1234')
  await user.type(await screen.findByLabelText('Password'), 'secret 1')
  await user.type(screen.getByLabelText('Confirm password'), 'secret 1')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
}

describe('the code that came with a link', () => {
  it('is shown and sent with the registration', async () => {
    const page = await openInvited()
    expect(await screen.findByText(/Invited with code BRUNO77/)).toBeTruthy()
    await register(page)
    await expect
      .poll(() => page.api.requests(setPasswordMobile)[0]?.input)
      .toMatchObject({ invite_code: v.parse(InviteCode, 'BRUNO77') })
  })

  it('is not sent once it was taken away', async () => {
    const page = await openInvited()
    await page.user.click(await screen.findByRole('button', { name: 'Remove the code' }))
    await register(page)
    await expect.poll(() => page.api.requests(setPasswordMobile)).toHaveLength(1)
    expect(page.api.requests(setPasswordMobile)[0]?.input).not.toHaveProperty('invite_code')
    expect(page.hostCalls[0]).toEqual(['forgetInviter'])
  })

  it('that the service refuses shows why, beside the means to go on without it', async () => {
    const page = await openInvited(
      when(setPasswordMobile, ({ invite_code }) =>
        invite_code ? refusal('invite_unknown', undefined, { msg: 'Invitation code not found' }) : { is_new: true },
      ),
    )
    await register(page)
    expect(await screen.findByText(/This code cannot be used: Invitation code not found/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret 1')
    await page.user.click(screen.getByRole('button', { name: 'Remove the code' }))
    await page.user.click(screen.getByRole('button', { name: 'Continue' }))
    await expect.poll(() => page.hostCalls.map(([name]) => name)).toContain('signIn')
  })
})
