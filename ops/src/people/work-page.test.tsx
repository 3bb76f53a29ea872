// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { noServer, openPage, refuse, silence } from '../testing/page-server.tsx'
import { createProof, createWithdrawal } from '../testing/waiting-work.ts'

const openProofs = (...list: ReturnType<typeof createProof>[]) => openPage('/work/proof', { 'review list': list })
const openWithdrawals = (...list: ReturnType<typeof createWithdrawal>[]) =>
  openPage('/work/withdrawals', { 'withdraw list': list })
const article = async (name: string) => within(await screen.findByRole('article', { name }))
const dialog = () => within(screen.getByRole('dialog'))

describe('what waits', () => {
  it.each([
    ['/work/proof', 'review list', 'No proof waits for a decision.'],
    ['/work/accounts', 'bind list', 'No account waits to be linked.'],
    ['/work/withdrawals', 'withdraw list', 'No withdrawal waits.'],
    ['/work/settled', 'withdraw list', 'No withdrawal was settled yet.'],
  ])('%s loads, is refused with the reason, and is empty only when that is known', async (path, command, empty) => {
    await openPage(path, { [command]: silence })
    expect(screen.getByRole('status', { name: /loading/i })).toBeTruthy()
    expect(screen.queryByText(empty)).toBeNull()
    const { answer, lookAgain } = await openPage(path, { [command]: refuse('the service is away') })
    expect(await screen.findByRole('alert')).toHaveTextContent('the service is away')
    answer({ [command]: [] })
    await lookAgain()
    expect(await screen.findByText(empty)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('cannot be decided while the service’s reasons are unknown', async () => {
    await openPage('/work/proof', { '/api/people': refuse('the service is away'), 'review list': [createProof()] })
    expect(await screen.findByRole('alert')).toHaveTextContent('the service is away')
    expect(screen.queryByRole('button', { name: 'Refuse' })).toBeNull()
  })

  it('shows how many wait, and stays in sight while the service is away', async () => {
    const { answer, lookAgain } = await openProofs(createProof(), createProof({ assignment: 'a_2', title: 'Cup' }))
    expect(await screen.findByText(/^2 listed, the oldest since /)).toBeTruthy()
    answer({ 'review list': noServer })
    await lookAgain()
    expect(await screen.findByRole('alert')).toHaveTextContent('its server does not answer')
    expect(await article('Cup')).toBeTruthy()
  })

  it('is chosen with the arrow keys too, and the address names it', async () => {
    const { user } = await openProofs()
    ;(await screen.findByRole('radio', { name: 'Proof' })).focus()
    await user.keyboard('{End}')
    expect(await screen.findByRole('radio', { name: 'Settled' })).toBeChecked()
    expect(location.hash).toBe('#/work/settled')
  })
})

describe('two operators at one list', () => {
  it('what the other decided is refused in the sheet with its cause, and goes from the list', async () => {
    const { user, answer, lookAgain } = await openProofs(createProof())
    await user.click((await article('Trail bottle review')).getByRole('button', { name: 'Pass and pay' }))
    answer({ 'review pass': refuse('pavel has decided it', { place: 'a_bottle' }), 'review list': [] })
    await user.click(dialog().getByRole('button', { name: 'Pass it and pay' }))
    expect(await dialog().findByRole('alert')).toHaveTextContent('a_bottle: pavel has decided it.')
    await user.click(dialog().getByRole('button', { name: 'Close' }))
    await lookAgain()
    expect(await screen.findByText('No proof waits for a decision.')).toBeTruthy()
  })

  it('a list that changes meanwhile leaves the open decision and its words alone', async () => {
    const { user, answer, lookAgain } = await openProofs(createProof())
    await user.click((await article('Trail bottle review')).getByRole('button', { name: 'Refuse' }))
    await user.selectOptions(dialog().getByLabelText('Why'), 'In your own words')
    await user.type(dialog().getByLabelText('Your words'), 'Too dark')
    answer({ 'review list': [createProof({ assignment: 'a_cup', title: 'Cup' })] })
    await lookAgain()
    expect(await screen.findByRole('article', { name: 'Cup', hidden: true })).toBeTruthy()
    expect(dialog().getByRole('heading', { name: 'Refuse: Trail bottle review' })).toBeTruthy()
    expect(dialog().getByLabelText('Your words')).toHaveValue('Too dark')
  })

  it('an operator without the role is refused in the sheet of the decision', async () => {
    const { user, answer } = await openWithdrawals(createWithdrawal())
    answer({ 'withdraw approve': refuse('it needs the role pay', { place: 'olga', status: 403 }) })
    await user.click((await article('Withdrawal of u_ana')).getByRole('button', { name: 'Approve' }))
    await user.click(dialog().getByRole('button', { name: 'Approve it' }))
    expect(await dialog().findByRole('alert')).toHaveTextContent('olga: it needs the role pay.')
  })
})
