// @vitest-environment jsdom
import { changePassword } from '@adcoin/contract'
import { openRemote, refusal, when } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

const getCurrent = () => screen.getByLabelText<HTMLInputElement>('Current password')
const getNew = () => screen.getByLabelText<HTMLInputElement>('New password')
const getConfirm = () => screen.getByLabelText<HTMLInputElement>('Confirm new password')

async function open(overrides = {}) {
  const page = await openRemote(remote, '/pwdSetting', { overrides })
  return {
    ...page,
    async send(old: string, password: string, confirm: string) {
      for (const [field, text] of [
        [getCurrent(), old],
        [getNew(), password],
        [getConfirm(), confirm],
      ] as const) {
        await page.user.clear(field)
        if (text) await page.user.type(field, text)
      }
      await page.user.click(screen.getByRole('button', { name: 'Save password' }))
    },
  }
}

describe('the login password screen', () => {
  it('shows at the field what is wrong, focuses the first and sends nothing', async () => {
    const { api, send } = await open()
    await send('old one', 'short', 'other')
    expect(getNew()).toHaveAccessibleDescription(/Password must be at least 6 characters/)
    expect(getConfirm()).toHaveAccessibleDescription(/Passwords do not match/)
    expect(document.activeElement).toBe(getNew())
    expect(api.requests(changePassword)).toHaveLength(0)
  })

  it('shows a refused original password at its field, and keeps what was typed', async () => {
    const { send, hostCalls } = await open(
      when(changePassword, refusal('old_pwd_wrong', undefined, { msg: 'The current password is not right' })),
    )
    await send('not it', 'a new one', 'a new one')
    expect(await screen.findByText('The current password is not right')).toBeTruthy()
    expect(getCurrent().value).toBe('not it')
    expect(getNew().value).toBe('a new one')
    expect(hostCalls).toEqual([])
  })

  it('saves, shows it and returns to the settings', async () => {
    const { api, send, hostCalls, where } = await open()
    await send('old one', 'a new one', 'a new one')
    await expect.poll(where).toBe('/personalSetting')
    expect(api.requests(changePassword)[0]?.input).toEqual({
      old_passwd: 'old one',
      password: 'a new one',
      confirm_password: 'a new one',
    })
    expect(hostCalls).toEqual([['showToast', 'Password saved', 'good']])
  })
})
