// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage } from '../testing/page-server.tsx'
import { createBinding } from '../testing/waiting-work.ts'

const article = async (name: string) => within(await screen.findByRole('article', { name }))
const dialog = () => within(screen.getByRole('dialog'))

describe('an account to link', () => {
  const open = () => openPage('/work/accounts', { 'bind list': [createBinding()], 'bind pass': {}, 'bind fail': {} })

  it('shows the profile and the text that must be in it', async () => {
    await open()
    const account = await article('@bruno.cooks')
    expect(account.getByText('adcoin-7310')).toBeTruthy()
    expect(account.getByRole('link', { name: /instagram/ })).toHaveAttribute('target', '_blank')
  })

  it('is linked with the figures that the operator saw', async () => {
    const { user, requests } = await open()
    await user.click((await article('@bruno.cooks')).getByRole('button', { name: 'Link' }))
    await user.type(dialog().getByLabelText('Followers that you saw'), ' 1520 ')
    await user.type(dialog().getByLabelText('Age of the account, in days'), '9')
    await user.clear(dialog().getByLabelText('Age of the account, in days'))
    await user.click(dialog().getByLabelText(/^Link it although/))
    await user.click(dialog().getByRole('button', { name: 'Link it' }))
    expect(requests('bind pass')).toMatchObject([{ args: ['b_bruno'], flags: { fans: '1520', anyway: true } }])
    expect(requests('bind pass')[0]).not.toHaveProperty('flags.days')
  })

  it('is refused with a reason of accounts, not of proofs', async () => {
    const { user } = await open()
    await user.click((await article('@bruno.cooks')).getByRole('button', { name: 'Refuse' }))
    const reasons = within(dialog().getByLabelText('Why')).getAllByRole('option')
    const texts = reasons.map(option => option.textContent)
    expect(texts.slice(-2)).toEqual(['The text is not in the profile', 'In your own words'])
    expect(texts).not.toContain('The advertising label is missing')
  })
})
