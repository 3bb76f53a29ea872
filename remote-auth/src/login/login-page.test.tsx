// @vitest-environment jsdom
import { launch, loginEmail, loginMobile, resetPasswordEmail } from '@adcoin/contract'
import { httpReports } from '@adcoin/http'
import { apiDouble, ana, offline, refusal, renderRemote, when, type ApiDouble, type Overrides } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import door from '../remote.tsx'

let api: ApiDouble
afterEach(() => api.end())

async function open(overrides: Overrides = {}, path = '/login') {
  api = apiDouble(overrides)
  return renderRemote(door, { path, person: null })
}

describe('the login screen', () => {
  it('logs in with a number however it is written, and hands the result to the shell alone', async () => {
    const { user, hostCalls } = await open()
    await user.type(await screen.findByLabelText('Mobile number'), '+52 (55) 1234-5678')
    await user.type(screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await expect.poll(() => hostCalls).toEqual([['signIn', ana.login]])
    expect(api.requests(loginMobile)[0]?.input).toEqual({ mobile_sag: '+52', mobile: '5512345678', password: 'secret' })
  })

  it('logs in with an e-mail, trimmed and in small letters', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('radio', { name: 'E-mail' }))
    await user.type(screen.getByLabelText('E-mail'), '\tAna@Mail.com ')
    await user.type(screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await expect.poll(() => api.requests(loginEmail)[0]?.input).toEqual({ email: 'ana@mail.com', password: 'secret' })
  })

  it('names to the loader what it does', async () => {
    const { user } = await open()
    const said: unknown[] = []
    httpReports.subscribe(report => report.type === 'started' && report.loader && said.push(report.text))
    await user.type(await screen.findByLabelText('Mobile number'), '+52 55 1234 5678')
    await user.type(screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await expect.poll(() => said).toContain('Logging in')
  })

  it('says at the password that the two do not fit, and keeps both', async () => {
    const { user, hostCalls } = await open(
      when(loginEmail, refusal('bad_credentials', undefined, { msg: 'Incorrect account or password' })),
    )
    await user.click(await screen.findByRole('radio', { name: 'E-mail' }))
    await user.type(screen.getByLabelText('E-mail'), 'ana@mail.com')
    await user.type(screen.getByLabelText('Password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByText('Incorrect account or password')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('ana@mail.com')
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong')
    expect(hostCalls).toEqual([])
  })

  it('marks both fields where both are empty, and none of them after a change to e-mail', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Log in' }))
    await expect.poll(() => screen.queryAllByText('Please fill this in')).toHaveLength(2)
    await user.click(screen.getByRole('radio', { name: 'E-mail' }))
    expect(screen.queryAllByText('Please fill this in')).toHaveLength(0)
  })

  it('tells a dead network in a toast, not at a field', async () => {
    const { user, hostCalls } = await open(when(loginEmail, offline()))
    await user.click(await screen.findByRole('radio', { name: 'E-mail' }))
    await user.type(screen.getByLabelText('E-mail'), 'ana@mail.com')
    await user.type(screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await expect.poll(() => hostCalls).toEqual([['showToast', 'Network error, please try again later', 'bad', 2000]])
  })

  it('offers Google only where the service has it', async () => {
    await open()
    expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy()
    api.end()
    await open(when(launch, { oauth: null }))
    await screen.findByLabelText('Mobile number')
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull()
  })
})

describe('a forgotten password', () => {
  it('is reset inside /login, and ends there', async () => {
    const { user, where, hostCalls } = await open()
    await user.click(await screen.findByRole('radio', { name: 'E-mail' }))
    await user.click(screen.getByText('Forgot password?'))
    expect(await screen.findByText('Reset your password')).toBeTruthy()
    expect(where()).toBe('/login?reset=email')
    await user.type(await screen.findByLabelText('E-mail'), 'ana@mail.com')
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    await user.type(await screen.findByLabelText('4-digit code'), '1234')
    await user.type(await screen.findByLabelText('Password'), 'a new one')
    await user.type(screen.getByLabelText('Confirm password'), 'a new one')
    await user.click(screen.getByRole('button', { name: 'Save password' }))
    await expect.poll(where).toBe('/login')
    expect(api.requests(resetPasswordEmail)[0]?.input).toMatchObject({ email: 'ana@mail.com', password: 'a new one' })
    expect(hostCalls).toEqual([['showToast', 'Password saved. Please log in with it.', 'good']])
  })
})
