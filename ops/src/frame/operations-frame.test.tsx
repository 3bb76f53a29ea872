// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { operatorRoles } from '@adcoin/contract/operations'
import { beforeEach, describe, expect, it } from 'vitest'
import { noServer, openPage, refuse, silence } from '../testing/page-server.tsx'

const anonymous = (signIn: 'secret' | 'organisation') => ({ '/api/session': { name: null, signIn, roles: [] } })
const olga = { name: 'olga', signIn: 'secret', roles: operatorRoles }

beforeEach(() => history.replaceState(null, '', '/'))

describe('who opens the page', () => {
  it('sees nothing of the product before it is known who they are', async () => {
    const { requests } = await openPage('/releases', { '/api/session': silence })
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(requests('/api/releases')).toEqual([])
  })

  it('is shown that the server is away, and what helps', async () => {
    await openPage('/releases', { '/api/session': noServer })
    expect(await screen.findByRole('alert')).toHaveTextContent(/its server does not answer.*npm start still runs/)
  })

  it('is shown to load the page again where its server answers something newer', async () => {
    await openPage('/releases', { '/api/session': { operator: 'olga' } })
    expect(await screen.findByRole('alert')).toHaveTextContent(/this page cannot read.*Reload the page/)
  })
})

describe('signing in with a secret', () => {
  it('names what is missing, one after the other, and sends nothing', async () => {
    const { user, requests } = await openPage('/releases', anonymous('secret'))
    const button = await screen.findByRole('button', { name: 'Sign in' })
    await user.click(button)
    expect(screen.getByRole('alert')).toHaveTextContent('Enter your name.')
    await user.type(screen.getByLabelText('Your name'), 'olga')
    expect(button).toHaveAccessibleDescription('Enter the secret.')
    expect(requests('/api/session')).toEqual([null])
  })

  it('shows a refusal above the button, keeps the name, and opens the page at the next attempt', async () => {
    const wrong = refuse('name or secret is wrong', { place: 'sign-in', status: 401 })
    const { user, requests, answer } = await openPage('/work/settled', {
      '/api/session': (body: unknown) => (body === null ? anonymous('secret')['/api/session'] : wrong),
    })
    await user.type(await screen.findByLabelText('Your name'), 'olga')
    await user.type(screen.getByLabelText('Secret'), 'guess{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('sign-in: name or secret is wrong.')
    expect(screen.getByLabelText('Your name')).toHaveValue('olga')
    answer({ '/api/session': olga, 'withdraw list': [] })
    await user.type(screen.getByLabelText('Secret'), '-right{Enter}')
    expect(await screen.findByRole('heading', { level: 1, name: 'Work' })).toBeTruthy()
    expect(screen.getByRole('radio', { name: 'Settled' })).toBeChecked()
    expect(requests('/api/session').filter(Boolean)).toEqual([
      { name: 'olga', secret: 'guess' },
      { name: 'olga', secret: 'guess-right' },
    ])
  })
})

describe('signing in with the organisation', () => {
  it.each([
    ['no-role', /gives you no role here/],
    ['failed', /did not succeed/],
  ])('shows after a return with %s that the operator is not signed in, and why', async (reason, words) => {
    history.replaceState(null, '', `/?sign-in=${reason}`)
    await openPage('/releases', anonymous('organisation'))
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(screen.getByRole('button', { name: 'Sign in with your organisation' })).toBeTruthy()
    expect(screen.queryByLabelText('Secret')).toBeNull()
  })

  it('shows no failure at the first visit', async () => {
    await openPage('/releases', anonymous('organisation'))
    expect(await screen.findByRole('button', { name: 'Sign in with your organisation' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the frame', () => {
  it.each([
    [operatorRoles, 'Sign out olga'],
    [['review', 'pay'], 'Sign out olga (review, pay)'],
    [[], 'Sign out olga (look)'],
  ])('names the operator, and their roles %s unless they have all', async (roles, name) => {
    await openPage('/releases', { '/api/session': { ...olga, roles } })
    expect(await screen.findByRole('button', { name })).toBeTruthy()
  })

  it('ends the session at the server, and asks who comes next', async () => {
    const { user, requests, answer } = await openPage('/releases', { '/api/session/end': { ...olga, name: null } })
    answer(anonymous('secret'))
    await user.click(await screen.findByRole('button', { name: 'Sign out olga' }))
    expect(await screen.findByLabelText('Your name')).toBeTruthy()
    expect(requests('/api/session/end')).toEqual([{}])
  })

  it('offers no way out where there was no sign-in', async () => {
    await openPage('/releases', { '/api/session': { ...olga, signIn: 'none' } })
    expect(await screen.findByRole('navigation', { name: 'Operations' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Sign out/ })).toBeNull()
  })

  it('asks to sign in again where the session ended meanwhile, and shows no old data', async () => {
    const { answer, sendEvent } = await openPage('/releases')
    await screen.findByText('Generation 41 is live')
    answer({ '/api/releases': refuse('sign in first', { status: 401 }) })
    await sendEvent('changed')
    expect(await screen.findByLabelText('Your name')).toBeTruthy()
    expect(screen.queryByText('Generation 41 is live')).toBeNull()
  })

  it('warns that what is shown may be old while the connection is gone, and not after', async () => {
    const { sendEvent } = await openPage('/releases')
    await sendEvent('error')
    expect(await screen.findByText(/the page may be out of date/)).toBeTruthy()
    await sendEvent('open')
    expect(screen.queryByText(/the page may be out of date/)).toBeNull()
  })

  it('leads to each page by a link that marks where one is', async () => {
    const { user } = await openPage('/somewhere', { 'review list': [] })
    const links = within(await screen.findByRole('navigation', { name: 'Operations' }))
    expect(screen.getByRole('heading', { level: 1, name: 'Releases' })).toBeTruthy()
    links.getByRole('link', { name: 'Work' }).focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('heading', { level: 1, name: 'Work' })).toBeTruthy()
    expect(links.getByRole('link', { current: 'page' })).toHaveTextContent('Work')
    expect(location.hash).toBe('#/work')
  })
})
