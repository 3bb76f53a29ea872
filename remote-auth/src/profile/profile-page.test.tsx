// @vitest-environment jsdom
import { getSetting, saveSetting } from '@adcoin/contract'
import { ana, bruno, openRemote, refusal, when, type AnswerChanges, type TestPerson } from '@adcoin/testing'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

async function open(overrides: AnswerChanges = {}, person: TestPerson = ana, language?: 'es_MX') {
  return openRemote(remote, '/personalData', { overrides, person, ...(language ? { language } : {}) })
}

describe('the profile', () => {
  it('shows what the service knows, number and address masked', async () => {
    await open()
    for (const text of ['Ana', 'Feb 28, 1998', 'Female', 'u_ana', '+52 ••••• 4321', 'u_inviter'])
      expect(await screen.findByText(text)).toBeTruthy()
  })

  it('shows the name of the inviter where the service has it', async () => {
    await open(when(getSetting, { inviter_id: '10000000', inviter_name: 'Ad Coin' }))
    expect(await screen.findByText('Ad Coin')).toBeTruthy()
    expect(screen.queryByText('10000000')).toBeNull()
  })

  it('leads to the linked social accounts, which no other screen names once one is linked', async () => {
    await open()
    expect(screen.getByRole('link', { name: 'Social accounts' }).getAttribute('href')).toBe('/bindAccount')
  })

  it('offers to add what is missing, the inviter’s code included', async () => {
    await open({}, bruno)
    expect(await screen.findAllByText('Add')).toHaveLength(4)
    expect(screen.getByRole('link', { name: 'Invited by' }).getAttribute('href')).toBe('/bindInvite')
  })

  it('saves a nickname and repaints at once', async () => {
    const { user, hostCalls } = await open(
      when(saveSetting, ({ nick_name }) => ({ ...ana.setting, nick_name: nick_name ?? null })),
    )
    await user.click(await screen.findByRole('button', { name: 'Nickname' }))
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Nickname' })
    await user.clear(field)
    await user.type(field, '<b>Ana</b>')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('<b>Ana</b>')).toBeTruthy()
    expect(hostCalls).toEqual([['showToast', 'Saved', 'good']])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows beside the field what of a nickname is invisible, and what is saved', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Nickname' }))
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Nickname' })
    for (const [typed, expected] of [
      ['A\u200bna\u00ad', 'Some characters cannot be seen and are left out. Saved as: Ana'],
      ['\u3164', 'These characters cannot be seen. Type a name that others can read.'],
      ['\u0930\u094d\u200d', 'Shown to your team. Up to 20 characters.'],
      [' Ana  López ', 'Shown to your team. Up to 20 characters.'],
    ] as const) {
      fireEvent.change(field, { target: { value: typed } })
      await expect.poll(() => description(field), { message: JSON.stringify(typed) }).toBe(expected)
    }
  })

  it('keeps a refused nickname in its sheet with the reason', async () => {
    const { user } = await open(when(saveSetting, refusal('invalid_input', { nick_name: 'invalid' })))
    await user.click(await screen.findByRole('button', { name: 'Nickname' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('This is not valid')).toBeTruthy()
  })

  it('wants a day for a birthday', async () => {
    const { api, user } = await open({}, bruno)
    await user.click(await screen.findByRole('button', { name: 'Birthday' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Please fill this in')).toBeTruthy()
    await user.type(screen.getByLabelText('Birthday', { selector: 'input' }), '2000-02-29')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expect.poll(() => api.requests(saveSetting)[0]?.input).toEqual({ birthday: '2000-02-29' })
  })

  it('changes the country while no account uses its currency, and shows why when it cannot', async () => {
    const { api, user } = await open()
    await user.click(await screen.findByRole('button', { name: /^Country/ }))
    await user.click(await screen.findByRole('radio', { name: /Portugal|Spain/ }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expect.poll(() => api.requests(saveSetting)).toHaveLength(1)
    expect(api.requests(saveSetting)[0]?.input).toEqual({ country_code: expect.stringMatching(/^(PT|ES)$/) })
  })

  it.each(['', '0', 'mx', 'Mexico'])('is drawn with a country that is none: %j', async country_code => {
    await open(when(getSetting, { ...ana.setting, country_code }))
    expect(await screen.findByText('u_ana')).toBeTruthy()
  })
})

/** The accessible description of the field. */
function description(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map(id => document.getElementById(id)?.textContent).join(' ')
}
