// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage, refuse, silence } from '../testing/page-server.tsx'
import { reasons } from '../testing/waiting-work.ts'

const at = '2026-03-01T10:00:00.000Z'
const entry = (changes: object) => ({
  at,
  by: 'olga',
  action: 'review pass',
  target: 'a_bottle',
  detail: null,
  ...changes,
})
const listRows = async (name: RegExp) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map(row => row.textContent)

describe('the audit list', () => {
  const open = (...audit: object[]) => openPage('/records/audit', { audit })

  it('loads, and shows why it cannot be read', async () => {
    await openPage('/records', { audit: silence })
    expect(screen.getByRole('radio', { name: 'Audit' })).toBeChecked()
    expect(screen.getByRole('status', { name: /loading/i })).toBeTruthy()
    await openPage('/records', { audit: refuse('the service is away') })
    expect(await screen.findByRole('alert')).toHaveTextContent('the service is away')
  })

  it('is empty until an operator has done something', async () => {
    await open()
    expect(await screen.findByText('No operator has done anything yet.')).toBeTruthy()
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it('shows newest first who did what, from where, with which roles, and what was refused', async () => {
    const origin = { roles: ['pay'], address: '203.0.113.7', identity: 'https://id.example|4711', exit: 1 }
    await open(
      entry({}),
      entry({ by: 'pavel', action: 'withdraw pay', target: 'wd_1', detail: origin }),
      entry({ action: 'user show', target: 'u_ana', detail: { roles: [], address: '203.0.113.8', exit: 0 } }),
    )
    expect(await listRows(/newest first/)).toEqual([
      expect.stringMatching(/^user show u_ana.* by olga \(look\) from 203\.0\.113\.8$/),
      expect.stringMatching(
        /^withdraw pay wd_1.* by pavel, https:\/\/id\.example\|4711 \(pay\) from 203\.0\.113\.7: refused$/,
      ),
      expect.stringMatching(/^review pass a_bottle.* by olga$/),
    ])
  })

  it('is searched by operator, action or reference', async () => {
    const { user } = await open(entry({}), entry({ by: 'pavel', action: 'withdraw pay', target: 'wd_1' }))
    const search = await screen.findByRole('searchbox', { name: 'Operator, action or reference' })
    await user.type(search, 'pavel withdraw')
    expect(await listRows(/newest first/)).toEqual([expect.stringMatching(/^withdraw pay wd_1/)])
    await user.type(search, ' x')
    expect(screen.getByText('No entry matches.')).toBeTruthy()
  })
})

describe('the ledger', () => {
  const report = {
    ok: false,
    transactions: 12_345,
    entries: 24_690,
    checks: [
      { name: 'every transaction adds up to zero', ok: true, wrong: 0, first: null },
      { name: 'no balance is below zero', ok: false, wrong: 2, first: 'u_ana' },
    ],
  }

  it('is proved only on request, shows what does not hold, and can be proved again', async () => {
    const { user, requests } = await openPage('/records/ledger', { 'ledger:verify': report })
    await screen.findByText(/The service verifies the ledger every night/)
    expect(requests('ledger:verify')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Verify now' }))
    expect(await screen.findByText('12,345 transactions, 24,690 entries')).toBeTruthy()
    expect(screen.getAllByRole('listitem').map(row => row.textContent)).toEqual([
      'every transaction adds up to zeroCorrect',
      'no balance is below zero2 wrong, first: u_ana',
    ])
    expect(screen.getByRole('button', { name: 'Verify again' })).toBeTruthy()
  })

  it('takes its time without a second press, and shows a refusal above the button', async () => {
    const { user, requests } = await openPage('/records/ledger', { 'ledger:verify': silence })
    const button = await screen.findByRole('button', { name: 'Verify now' })
    await user.click(button)
    await user.click(button)
    expect(button).toHaveAttribute('aria-busy', 'true')
    expect(requests('ledger:verify')).toHaveLength(1)
    const again = await openPage('/records/ledger', { 'ledger:verify': refuse('it is being proved') })
    await again.user.click(await screen.findByRole('button', { name: 'Verify now' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('it is being proved')
  })
})

describe('the outbox', () => {
  const development = { '/api/people': { commands: ['audit', 'outbox'], reasons } }
  const message = {
    code: '4821',
    to: '+52 ••••• 4321',
    template: 'login',
    channel: 'sms',
    state: 'sent',
    created_at: at,
  }

  it('does not exist in production, also where its address is typed', async () => {
    await openPage('/records/outbox', { audit: [] })
    expect(await screen.findByText('No operator has done anything yet.')).toBeTruthy()
    expect(screen.queryByRole('radio', { name: 'Outbox' })).toBeNull()
  })

  it('shows codes in development, newest first, and that production sends them instead', async () => {
    await openPage('/records/outbox', {
      ...development,
      outbox: [message, { ...message, code: null, to: 'b•••@mail.es' }],
    })
    expect(await listRows(/Messages, newest first/)).toEqual([
      expect.stringMatching(/^login to b•••@mail\.es/),
      expect.stringMatching(/^4821 to .*login by sms, sent/),
    ])
    expect(screen.getByText(/in production messages/i)).toBeTruthy()
  })

  it('is empty before anything was sent', async () => {
    await openPage('/records/outbox', { ...development, outbox: [] })
    expect(await screen.findByText('Nothing was sent yet.')).toBeTruthy()
  })
})
