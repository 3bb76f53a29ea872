// @vitest-environment jsdom
import { launch, loginEmail, loginMobile, loginPasskey } from '@adcoin/contract'
import { httpReports } from '@adcoin/http'
import { ana, givePasskeys, offline, openRemote, when, type AnswerChanges } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import remote from '../remote.tsx'

async function open(overrides: AnswerChanges = {}, path = '/login') {
  return openRemote(remote, path, { overrides, person: null })
}

afterEach(() => void vi.unstubAllGlobals())

describe('the login screen', () => {
  it('logs in with a number however it is written, and hands the result to the shell alone', async () => {
    const { api, user, hostCalls } = await open()
    await user.type(await screen.findByLabelText('Mobile number'), '+52 (55) 1234-5678')
    await user.type(screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await expect.poll(() => hostCalls).toEqual([['signIn', ana.login]])
    expect(api.requests(loginMobile)[0]?.input).toEqual({ mobile_sag: '+52', mobile: '5512345678', password: 'secret' })
  })

  it('sends what a password manager filled in without telling the page', async () => {
    const { api, user } = await open()
    const fill = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    fill?.call(await screen.findByLabelText('Mobile number'), '+52 55 1234 5678')
    fill?.call(screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await expect
      .poll(() => api.requests(loginMobile)[0]?.input)
      .toMatchObject({ mobile: '5512345678', password: 'secret' })
  })

  it('names to the loader what it does', async () => {
    const { user } = await open()
    const lines: unknown[] = []
    httpReports.subscribe(report => report.type === 'started' && report.loader && lines.push(report.text))
    await user.type(await screen.findByLabelText('Mobile number'), '+52 55 1234 5678')
    await user.type(screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await expect.poll(() => lines).toContain('Logging in')
  })

  it('marks both fields where both are empty, and none of them after a change to e-mail', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Log in' }))
    expect(await screen.findByText('Enter your mobile number')).toBeVisible()
    expect(screen.getByText('Enter your password')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'E-mail' }))
    expect(screen.queryAllByText(/^Enter your/)).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByText('Enter your e-mail address')).toBeVisible()
  })

  it('shows a network error in a toast, not at a field', async () => {
    const { user, hostCalls } = await open(when(loginEmail, offline()))
    await user.click(await screen.findByRole('radio', { name: 'E-mail' }))
    await user.type(screen.getByLabelText('E-mail'), 'ana@mail.com')
    await user.type(screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await expect.poll(() => hostCalls).toEqual([['showToast', 'Network error, please try again later', 'bad', 2000]])
  })

  it('logs in with a passkey that the person chooses', async () => {
    const prompts = givePasskeys()
    const { api, user, hostCalls } = await open()
    await user.click(await screen.findByRole('button', { name: 'Continue with a passkey' }))
    await expect.poll(() => hostCalls).toEqual([['signIn', ana.login]])
    expect(prompts).toMatchObject([{ rpId: 'localhost', allowCredentials: [], userVerification: 'required' }])
    expect(api.requests(loginPasskey)[0]?.input).toEqual({
      credential: 'credential',
      client_data: 'client',
      authenticator_data: 'data',
      signature: 'sig',
      user_handle: 'YW5h',
    })
  })

  it('reports a cancelled passkey prompt, and offers none without passkeys in the browser', async () => {
    givePasskeys(() => {
      throw new DOMException('cancelled', 'NotAllowedError')
    })
    const { api, user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Continue with a passkey' }))
    expect(await screen.findByText('No passkey was used. Try again, or use another way.')).toBeTruthy()
    expect(api.requests(loginPasskey)).toEqual([])
    api.end()
    vi.unstubAllGlobals()
    await open()
    await screen.findByLabelText('Mobile number')
    expect(screen.queryByRole('button', { name: 'Continue with a passkey' })).toBeNull()
  })

  it('offers Google only where the service has it', async () => {
    const { api } = await open()
    expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy()
    api.end()
    await open(when(launch, { oauth: null }))
    await screen.findByLabelText('Mobile number')
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull()
  })
})
