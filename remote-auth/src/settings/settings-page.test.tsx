// @vitest-environment jsdom
import { addPasskey, removePasskey, saveSetting } from '@adcoin/contract'
import { bruno, givePasskeys, openRemote, refusal, when, type AnswerChanges } from '@adcoin/testing'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import remote from '../remote.tsx'

async function open(overrides: AnswerChanges = {}) {
  return openRemote(remote, '/personalSetting', { overrides })
}

afterEach(() => void vi.unstubAllGlobals())

describe('the settings', () => {
  it('lead to language, passwords and support', async () => {
    const { user, hostCalls } = await open()
    const target = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await target('Language')).toBe('/language')
    expect(await target('Login password')).toBe('/pwdSetting')
    expect(await target('Trading password')).toBe('/tradingSetting')
    expect(await screen.findByText('Set. Asked for each time you withdraw')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Contact support' }))
    expect(hostCalls.map(([name]) => name)).toEqual(['openHelp'])
  })

  it('change the theme at once', async () => {
    const { user, hostCalls } = await open()
    await user.click(await screen.findByRole('button', { name: 'Appearance' }))
    await user.click(screen.getByRole('radio', { name: 'Dark' }))
    expect(hostCalls).toEqual([['setTheme', 'dark']])
  })

  it('keep a zone that was chosen, and the browser’s again', async () => {
    const { api, user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Time zone' }))
    const findZones = () => screen.findByRole('combobox', { name: 'Time zone' })
    expect(await findZones()).toHaveDisplayValue(/^Automatic: /)
    await user.selectOptions(await findZones(), 'Pacific/Kiritimati')
    const listSaved = () => api.requests(saveSetting).map(request => request.input)
    await expect.poll(listSaved).toEqual([{ time_zone: 'Pacific/Kiritimati', time_zone_auto: false }])
    await screen.findByText('Kiritimati')
    await user.click(screen.getByRole('button', { name: 'Time zone' }))
    expect(await findZones()).toHaveDisplayValue('Pacific/Kiritimati')
    await user.selectOptions(await findZones(), '')
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    await expect.poll(listSaved).toContainEqual({ time_zone: own, time_zone_auto: true })
  })

  it('switch Google off and on, where the account has an e-mail', async () => {
    const { api, user } = await openRemote(remote, '/personalSetting', { person: bruno })
    expect(await screen.findByText('Not used yet. Only the Google account of b•••@mail.es can log in.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Log in with Google: Switch off' }))
    expect(await screen.findByText('Off. Switch it on only if b•••@mail.es is yours.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Log in with Google: Switch on' }))
    await expect
      .poll(() => api.requests(saveSetting).map(request => request.input))
      .toEqual([{ google_sign_in: false }, { google_sign_in: true }])
  })

  it('add a passkey after the owner is proved, and remove one after a yes', async () => {
    const prompts = givePasskeys()
    const { api, user } = await openRemote(remote, '/personalSetting?own=passkeys')
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
    await user.type(await screen.findByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await user.click(await screen.findByRole('button', { name: 'Create passkey' }))
    expect(await screen.findAllByText('Chrome on Android')).toHaveLength(2)
    expect(prompts).toMatchObject([{ rp: { id: 'localhost', name: 'Ad Coin' }, user: { name: '+52 ••••• 4321' } }])
    expect(api.requests(addPasskey)[0]?.input).toEqual({
      credential: 'credential',
      client_data: 'client',
      attestation: 'att',
    })
    const [first] = screen.getAllByRole('button', { name: 'Remove the passkey of Chrome on Android' })
    await user.click(first!)
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    await expect.poll(() => api.requests(removePasskey).map(({ input }) => input)).toEqual([{ id: 'p_new' }])
    expect(screen.getAllByText('Chrome on Android')).toHaveLength(1)
  })

  it('ask the owner again where the challenge of a new passkey is too old', async () => {
    givePasskeys()
    const overrides = when(addPasskey, refusal('ticket_invalid'))
    const { user, hostCalls } = await openRemote(remote, '/personalSetting?own=passkeys', { overrides })
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
    await user.type(await screen.findByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await user.click(await screen.findByRole('button', { name: 'Create passkey' }))
    expect(await screen.findByLabelText('Password')).toHaveValue('')
    expect(hostCalls.map(([name]) => name)).toEqual(['showToast'])
  })

  it('log out only after a yes', async () => {
    const { user, hostCalls } = await open()
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(hostCalls).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Log out' }))
    expect(hostCalls).toEqual([['signOut']])
  })
})
