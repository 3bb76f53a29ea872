// @vitest-environment jsdom
import { addPayway } from '@adcoin/contract'
import { openRemote, refusal, when } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

async function open(overrides = {}) {
  const page = await openRemote(remote, '/cardAdd', { overrides })
  await screen.findByLabelText('Account holder')
  return { ...page, save: () => page.user.click(screen.getByRole('button', { name: 'Save account' })) }
}

describe('adding an account', () => {
  it('shows at each field what is missing, focuses the first and sends nothing', async () => {
    const { api, save } = await open()
    await save()
    for (const [label, missing] of [
      ['Account holder', /^Enter the name of the account holder /],
      ['CLABE', /^Enter your CLABE$/],
      ['Trading password', /^Enter your trading password$/],
    ] as const)
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(missing)
    expect(document.activeElement).toBe(screen.getByLabelText('Account holder'))
    expect(api.requests(addPayway)).toHaveLength(0)
  })

  it.each([
    ['03218000011835971', 'CLABE has 18 digits. Please check each of them.'],
    ['032180000118359718', 'One of the 18 digits is wrong. Compare them with your bank’s app.'],
  ])('refuses %s in the words of what is wrong with it: %s', async (typed, sentence) => {
    const { user, save } = await open()
    await user.type(screen.getByLabelText('CLABE'), typed)
    await save()
    expect(screen.getByLabelText('CLABE')).toHaveAccessibleDescription(sentence)
  })

  it('groups the number as banks print it, while it is typed and where it is corrected', async () => {
    const { user } = await open()
    const clabe = screen.getByLabelText<HTMLInputElement>('CLABE')
    expect(clabe).toHaveAccessibleDescription(/Example: 002\s010\s07777777777\s2$/)
    await user.type(clabe, '0121')
    expect(clabe).toHaveValue('012 1')
    await user.type(clabe, '{Backspace}')
    expect(clabe).toHaveValue('012')
    await user.type(clabe, '180000118359713')
    expect(clabe).toHaveValue('012 180 00011835971 3')
    await user.type(clabe, '{Backspace}9', { initialSelectionStart: 5, initialSelectionEnd: 5 })
    expect(clabe).toHaveValue('012 980 00011835971 3')
    expect(clabe.selectionStart).toBe(5)
    await user.clear(clabe)
    await user.type(clabe, 'abc')
    expect(clabe).toHaveValue('abc')
  })

  it('finds the bank by the first three digits and asks no question about it', async () => {
    const { user } = await open()
    expect(screen.getByLabelText('CLABE')).toHaveAccessibleDescription(/^18 digits, in your bank’s app\. Example: /)
    expect(screen.queryByLabelText('Bank')).toBeNull()
    await user.type(screen.getByLabelText('CLABE'), '0721')
    expect(screen.getByRole('list', { name: 'Bank' })).toHaveTextContent('BABanorteFound by the first 3 digits')
    expect(screen.queryByRole('combobox', { name: 'Bank' })).toBeNull()
  })

  it('asks for a bank that the list does not know, and refuses a number of another beside it', async () => {
    const { api, user, save } = await open()
    await fill(user, '032180000118359719')
    await save()
    expect(screen.getByLabelText('Bank')).toHaveAccessibleDescription('Choose a bank')
    await user.selectOptions(screen.getByLabelText('Bank'), 'BBVA México')
    await save()
    expect(screen.getByLabelText('CLABE')).toHaveAccessibleDescription(
      /^This number is not of BBVA México, whose numbers begin with 012\./,
    )
    expect(api.requests(addPayway)).toHaveLength(0)
  })

  it('offers no kind of account that the country has no way for', async () => {
    await open()
    expect(screen.queryByRole('radiogroup', { name: 'Kind of account' })).toBeNull()
    expect(screen.getByLabelText('CLABE')).toBeTruthy()
  })

  it('sends the number as it is understood, once, and comes back', async () => {
    const { api, user, save, where, hostCalls } = await open()
    await fill(user)
    await save()
    await expect.poll(where).toBe('/cardList')
    expect(api.requests(addPayway).map(({ input }) => input)).toEqual([
      {
        payway_id: 'w_spei',
        bank_id: 'bk_bbva',
        holder_name: 'Ana López',
        account: '012180000118359713',
        pay_passwd: 'battery staple',
      },
    ])
    expect(hostCalls).toEqual([['showToast', 'Account added', 'good']])
  })

  it('keeps in its draft all that the field holds, however much was pasted', async () => {
    const { user } = await open()
    const holder = screen.getByLabelText<HTMLInputElement>('Account holder')
    await user.click(holder)
    await user.paste('x'.repeat(40_000))
    const drafts = Object.entries(localStorage).filter(([key]) => key.startsWith('adcoin.draft.'))
    expect(drafts.map(([, text]) => text).join()).toContain(holder.value)
    expect(holder.value.length).toBeGreaterThan(100)
  })

  it('keeps what was typed when the service refuses the password, and shows it there alone', async () => {
    const { user, save, hostCalls } = await open(
      when(addPayway, refusal('pay_pwd_wrong', undefined, { msg: 'Not this password' })),
    )
    await fill(user)
    await save()
    expect(await screen.findByText('Not this password')).toBeTruthy()
    expect(screen.getByLabelText('Trading password')).toHaveAccessibleDescription('Not this password')
    expect(screen.getByLabelText<HTMLInputElement>('CLABE').value).toBe('012 180 00011835971 3')
    expect(hostCalls).toEqual([])
  })
})

const clabeOfBbva = '0121 8000 0118 3597 13'

async function fill(user: Awaited<ReturnType<typeof open>>['user'], clabe = clabeOfBbva): Promise<void> {
  await user.type(screen.getByLabelText('Account holder'), ' Ana López ')
  await user.type(screen.getByLabelText('CLABE'), clabe)
  await user.type(screen.getByLabelText('Trading password'), 'battery staple')
}
