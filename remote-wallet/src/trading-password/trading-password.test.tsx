// @vitest-environment jsdom
import { changePayPassword, resetPayPasswordMobile, sendPayCodeMobile, setPayPassword } from '@adcoin/contract'
import { bus } from '@adcoin/events'
import { ana, bruno, chitra, openRemote, refusal, when } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

async function open(path: string, { person = ana, overrides = {} } = {}) {
  const page = await openRemote(remote, path, { overrides, person })
  await screen.findByLabelText('Confirm trading password')
  return {
    ...page,
    async save(values: Record<string, string>) {
      for (const [label, text] of Object.entries(values)) await page.user.type(screen.getByLabelText(label), text)
      await page.user.click(screen.getByRole('button', { name: 'Save' }))
    },
  }
}

describe('the trading password', () => {
  it.each([
    ['12345', '12345', 'New trading password', 'Password must be at least 6 characters'],
    ['123456', '123457', 'Confirm trading password', 'Passwords do not match'],
  ])('%s with %s is refused at its field before anything is sent', async (first, second, label, message) => {
    const { api, save } = await open('/tradingSetting')
    await save({
      'Current trading password': 'old one',
      'New trading password': first,
      'Confirm trading password': second,
    })
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message)
    expect(api.requests(changePayPassword)).toHaveLength(0)
  })

  it.each([
    [ana, 'Current trading password', 'Enter your current trading password'],
    [bruno, 'Login password', 'Enter your login password'],
  ])('asks for what is missing by its name', async (person, label, missing) => {
    const { user } = await open('/tradingSetting', { person })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(missing)
    expect(screen.getByLabelText('Confirm trading password')).toHaveAccessibleDescription(
      'Enter the trading password again',
    )
  })

  it('shows at the current one that it is wrong, and loses nothing that was typed', async () => {
    const { save, hostCalls } = await open('/tradingSetting', {
      overrides: when(changePayPassword, refusal('pay_pwd_wrong', undefined, { msg: 'Not the current one' })),
    })
    await save({
      'Current trading password': 'old one',
      'New trading password': 'new one',
      'Confirm trading password': 'new one',
    })
    expect(await screen.findByText('Not the current one')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('New trading password').value).toBe('new one')
    expect(hostCalls).toEqual([])
  })

  it('is first set with the login password, then goes back and emits one event', async () => {
    const { api, save, where } = await open('/tradingSetting', { person: bruno })
    const events: unknown[] = []
    const stop = bus.on('wallet.tradingPasswordChanged', answer => void events.push(answer))
    await save({ 'Login password': 'secret-1', 'Trading password': 'battery', 'Confirm trading password': 'battery' })
    await expect.poll(where).toBe('/personalSetting')
    expect(api.requests(setPayPassword)[0]?.input).toEqual({
      passwd: 'secret-1',
      pay_passwd: 'battery',
      confirm_pay_passwd: 'battery',
    })
    expect(events).toHaveLength(1)
    stop()
  })

  it('is set with a code by a person who has no login password', async () => {
    const { where } = await openRemote(remote, '/tradingSetting', {
      person: { ...chitra, setting: { ...chitra.setting, is_pay_passwd: false } },
    })
    await expect.poll(where).toBe('/tradingReset/email')
    expect(await screen.findByText('Choose a trading password')).toBeTruthy()
    expect(screen.queryByText(/paused for 24 hours/)).toBeNull()
    expect(screen.queryByText('Reset trading password')).toBeNull()
  })

  it('is reset with a code: asked for first, then sent with the new one', async () => {
    const { api, user, save, where } = await open('/tradingReset/mobile')
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    expect(api.requests(sendPayCodeMobile)[0]?.input).toEqual({ scene: 'reset_pay' })
    expect(await screen.findByText(/New code in/)).toBeTruthy()
    await save({ '4-digit code': '4821', 'New trading password': 'new one', 'Confirm trading password': 'new one' })
    await expect.poll(where).toBe('/personalSetting')
    expect(api.requests(resetPayPasswordMobile)[0]?.input).toEqual({
      verify_code: '4821',
      pay_passwd: 'new one',
      confirm_pay_passwd: 'new one',
    })
  })
})
