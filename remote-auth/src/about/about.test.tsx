// @vitest-environment jsdom
import { about, legalText } from '@adcoin/contract'
import { apiDouble, offline, renderRemote, when, type ApiDouble, type AnswerChanges } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import remote from '../remote.tsx'

let api: ApiDouble
afterEach(() => api.end())

function open(path: string, overrides: AnswerChanges = {}, isSignedIn = false) {
  api = apiDouble(overrides)
  return renderRemote(remote, { path, ...(isSignedIn ? {} : { person: null }) })
}

it('is linked from landing, registration and settings', async () => {
  for (const [path, screenOf, isSignedIn] of [
    ['/lanuch', '/lanuch', false],
    ['/register', '/lanuch', false],
    ['/personalSetting', '/personalSetting', true],
  ] as const) {
    const { unmount } = await open(path, {}, isSignedIn)
    for (const [name, text] of [
      ['Is this real?', 'trust'],
      ['Terms', 'terms'],
      ['Privacy', 'privacy'],
    ] as const)
      expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(`${screenOf}?about=${text}`)
    unmount()
    api.end()
  }
})

it('shows before signing up how people earn, the fee, what arrives, and who is behind it', async () => {
  const { hostCalls, user } = await open('/lanuch?about=trust')
  expect(await screen.findByRole('heading', { level: 1, name: 'Is this real?' })).toBeVisible()
  expect(screen.getByText('You claim a task')).toBeVisible()
  expect(await screen.findByText('Fee, 2%')).toBeVisible()
  expect(screen.getByText(/^Money\. Joining is free; the only charge is the 2% withdrawal fee/)).toBeVisible()
  for (const [label, value] of [
    ['Withdrawals paid', '1,284'],
    ['Half were paid within', '6 h'],
    ['Proofs reviewed', '15,320'],
  ] as const)
    expect(screen.getByText(label).nextElementSibling).toHaveTextContent(value)
  expect(screen.getByText('MX$141.12')).toBeVisible()
  expect(screen.getByText('Paid within 24 hours')).toBeVisible()
  expect(screen.getByText('Muster GmbH')).toBeVisible()
  expect(screen.getByText('Mon to Fri, 9 to 17')).toBeVisible()
  const email = screen.getByRole('link', { name: 'Support by e-mail' })
  expect(email).toHaveAccessibleDescription('help@example.com')
  expect(email.getAttribute('href')).toBe('mailto:help@example.com')
  await user.click(screen.getByRole('button', { name: 'Contact support' }))
  expect(hostCalls.map(([name]) => name)).toEqual(['openHelp'])
})

it('claims nothing that the operator has not set', async () => {
  const nothing = {
    ...{ company: null, support_hours: null, support_email: null, pay_within_hours: null, example: null },
    figures: { paid: null, reviewed: null },
  }
  await open(
    '/lanuch?about=trust',
    when(about, () => nothing),
  )
  expect(await screen.findByText('You claim a task')).toBeVisible()
  await expect.poll(() => screen.queryByRole('status')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Support by e-mail' })).toBeNull()
  expect(screen.getByRole('list', { name: 'Contact' }).children).toHaveLength(1)
  expect(screen.queryByText(/^Paid within/)).toBeNull()
  expect(screen.queryByText('You receive')).toBeNull()
  expect(screen.queryByRole('heading', { name: 'In numbers' })).toBeNull()
})

it('shows the operator’s text with its headings and lists, and Retry without it', async () => {
  const { unmount } = await open('/lanuch?about=terms')
  expect(await screen.findByText('The terms of a test.')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    'A reward is shown before.',
    'It is paid after.',
  ])
  unmount()
  api.end()
  await open('/personalSetting?about=privacy', when(legalText, offline()), true)
  expect(await screen.findByRole('button', { name: 'Retry' }, { timeout: 4000 })).toBeVisible()
})
