// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage, refuse, silence } from '../testing/page-server.tsx'
import { createPerson } from '../testing/waiting-work.ts'

const person = async (id = 'u_ana') => within(await screen.findByRole('article', { name: `Person ${id}` }))
const dialog = () => within(screen.getByRole('dialog'))
const open = (changes = {}, answers = {}) =>
  openPage('/people/u_ana', { 'user show': createPerson(changes), ...answers })

describe('finding a person', () => {
  it('loads no person before an operator asks', async () => {
    const { requests } = await openPage('/people')
    expect(await screen.findByText('The audit list records each view of a person')).toBeTruthy()
    expect(requests('user show')).toEqual([])
  })

  it('by a contact opens them under their id; the contact is not in the address', async () => {
    const { user, requests } = await openPage('/people', {
      'user find': { user_id: 'u_ana' },
      'user show': createPerson(),
    })
    await user.type(await screen.findByLabelText(/mobile number/), ' +52 55 1234 5678 {Enter}')
    expect((await person()).getByRole('heading', { name: 'Ana' })).toBeTruthy()
    expect(requests('user find')).toMatchObject([{ args: ['+52 55 1234 5678'] }])
    expect(location.hash).toBe('#/people/u_ana')
  })

  it('without a match shows the reason at the field, and keeps what was typed', async () => {
    const { user } = await openPage('/people', { 'user find': refuse('no person has it', { place: '+52 55' }) })
    await user.type(await screen.findByLabelText(/mobile number/), '+52 55{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('+52 55: no person has it.')
    expect(screen.getByLabelText(/mobile number/)).toHaveValue('+52 55')
  })
})

describe('a person', () => {
  it('is loaded once, not again and again: each look is recorded', async () => {
    const { requests, lookAgain } = await open()
    await person()
    await lookAgain()
    expect(requests('user show')).toHaveLength(1)
  })

  it('shows that they load, and why they cannot be shown', async () => {
    await openPage('/people/u_ana', { 'user show': silence })
    expect(screen.getByRole('status', { name: /loading/i })).toBeTruthy()
    await openPage('/people/u_gone', { 'user show': refuse('there is no such person', { place: 'u_gone' }) })
    expect(await screen.findByRole('alert')).toHaveTextContent('u_gone: there is no such person.')
  })

  it('shows balance and hold exactly, the counts, and leaves out what is unknown', async () => {
    await open({ amount: '900719925474099312', hold: '5' })
    const shown = await person()
    const read = (term: string) => shown.getByText(term).nextElementSibling
    expect(read('Balance')).toHaveTextContent('9,007,199,254,740,993.12 Ad Coin')
    expect(read('On hold')).toHaveTextContent('0.05 Ad Coin')
    expect(read('Proofs')).toHaveTextContent('14 passed, 2 refused, 1 waiting')
    expect(read('Withdrawals')).toHaveTextContent('4 paid, 1 refused, 2 cancelled, 1 open')
    expect(shown.queryByText('E-mail')).toBeNull()
    expect(shown.queryByText('Withdrawals frozen until')).toBeNull()
  })

  it('without a name goes by their id, and leads to their inviter', async () => {
    const { user, answer } = await open({ nick_name: null })
    const shown = await person()
    expect(shown.getByRole('heading', { name: 'u_ana' })).toBeTruthy()
    answer({ 'user show': createPerson({ user_id: 'u_diego', nick_name: 'Diego', inviter: null }) })
    await user.click(shown.getByRole('link', { name: 'u_diego' }))
    expect((await person('u_diego')).getByRole('heading', { name: 'Diego' })).toBeTruthy()
    expect(screen.queryByRole('article', { name: 'Person u_ana' })).toBeNull()
  })

  it('is disabled after a sheet that shows what it means, and is then shown as they are', async () => {
    const { user, requests, answer } = await open({}, { 'user disable': {} })
    await user.click((await person()).getByRole('button', { name: 'Disable' }))
    expect(dialog().getByText(/logged out everywhere and cannot log in/)).toBeTruthy()
    expect(requests('user disable')).toEqual([])
    answer({ 'user show': createPerson({ state: 'disabled' }) })
    await user.click(dialog().getByRole('button', { name: 'Disable the account' }))
    expect(await (await person()).findByText('Disabled')).toBeTruthy()
    expect((await person()).getByRole('button', { name: 'Let in again' })).toBeTruthy()
    expect(requests('user disable')).toMatchObject([{ args: ['u_ana'] }])
  })

  it('that another operator let in meanwhile is shown with the reason, and the sheet stays', async () => {
    const no = refuse('they are active', { place: 'u_ana' })
    const { user } = await open({ state: 'disabled' }, { 'user enable': no })
    await user.click((await person()).getByRole('button', { name: 'Let in again' }))
    await user.click(dialog().getByRole('button', { name: 'Let in again' }))
    expect(await dialog().findByRole('alert')).toHaveTextContent('u_ana: they are active.')
  })

  it('that is deleted can be neither disabled nor let in', async () => {
    await open({ state: 'deleted' })
    const shown = await person()
    expect(shown.getByText('Deleted')).toBeTruthy()
    expect(shown.queryByRole('button')).toBeNull()
  })
})
