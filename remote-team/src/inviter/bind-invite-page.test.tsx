// @vitest-environment jsdom
import { bindInvite, getSetting } from '@adcoin/contract'
import { bus } from '@adcoin/events'
import { bruno, chitra, offline, openRemote, refusal, when } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

async function open(overrides = {}) {
  const page = await openRemote(remote, '/bindInvite', { overrides, person: bruno })
  const field = await screen.findByLabelText<HTMLInputElement>('Invitation code')
  return {
    ...page,
    field,
    async bind(code: string) {
      if (code) await page.user.type(field, code)
      await page.user.click(screen.getByRole('button', { name: 'Link code' }))
    },
  }
}

describe('binding an inviter’s code', () => {
  it('shows the rules and the official code before anything is typed, and fills nothing in', async () => {
    const { field } = await open()
    expect(field).toHaveAccessibleDescription(/once per account.*888888/)
    expect(field.value).toBe('')
  })

  it.each([
    ['', /^Enter the invitation code /],
    ['../..', /does not exist/],
    ['bruno77', /your own code/],
  ])('refuses %j at the field and sends nothing', async (code, message) => {
    const { api, field, bind } = await open()
    await bind(code)
    expect(field).toHaveAccessibleDescription(message)
    expect(api.requests(bindInvite)).toHaveLength(0)
  })

  it.each([
    ['invite_unknown', 'No such code'],
    ['invite_done', 'A code is linked already'],
    ['invite_self', 'Your own code'],
    ['invite_cycle', 'You invited this person'],
  ] as const)('shows Binding Failed with the reason at the field, keeps the code, no toast: %s', async (key, msg) => {
    const { field, bind, hostCalls, where } = await open(when(bindInvite, refusal(key, undefined, { msg })))
    await bind('ANA2026')
    expect(await screen.findAllByText(/Binding Failed/)).toHaveLength(1)
    expect(field).toHaveAccessibleDescription(new RegExp(`Binding Failed: ${msg}`))
    expect(field.value).toBe('ANA2026')
    expect(hostCalls).toEqual([])
    expect(where()).toBe('/bindInvite')
  })

  it('asks a person with too many tries to wait at the button, without Binding Failed', async () => {
    const { api, bind } = await open(when(bindInvite, refusal('too_many', undefined, { retryAfter: 42 })))
    await bind('ANA2026')
    const button = screen.getByRole('button', { name: 'Link code' })
    await expect.poll(() => button).toHaveAccessibleDescription(/^Please wait 4[0-2] seconds$/)
    expect(screen.queryByText(/Binding Failed/)).toBeNull()
    expect(api.requests(bindInvite)).toHaveLength(1)
  })

  it('keeps the code when the connection is lost, and sends it once more on request', async () => {
    const { api, field, bind, user, where } = await open(when(bindInvite, offline()))
    await bind('ANA2026')
    await expect.poll(() => field).toHaveAccessibleDescription(/Binding Failed: Network error/)
    expect(field.value).toBe('ANA2026')
    api.answer({ [bindInvite.path]: undefined, [`POST ${bindInvite.path}`]: undefined })
    await user.click(screen.getByRole('button', { name: 'Link code' }))
    await expect.poll(where).toBe('/team')
  })

  it('binds the code as the service reads it, emits one event and goes back', async () => {
    const events: unknown[] = []
    const stop = bus.on('team.inviterBound', answer => void events.push(answer))
    const { api, bind, hostCalls, where } = await open()
    await bind(' ８８８８８８ ')
    await expect.poll(where).toBe('/team')
    expect(api.requests(bindInvite)[0]?.input).toMatchObject({ invite_code: '888888' })
    expect(events).toHaveLength(1)
    expect(hostCalls).toEqual([['showToast', 'Code linked', 'good']])
    stop()
  })

  it.each([
    ['the same person', bruno, 'ANA2026'],
    ['another person', chitra, ''],
  ] as const)('shows what was typed before a 401 after the login of %s: %#', async (_, person, shown) => {
    const { field, user } = await open()
    await user.type(field, 'ANA2026')
    await openRemote(remote, '/bindInvite', { person, isAfter401: true })
    expect(await screen.findByLabelText<HTMLInputElement>('Invitation code')).toHaveValue(shown)
  })

  it('cannot be done twice', async () => {
    await openRemote(remote, '/bindInvite', {
      overrides: when(getSetting, { ...bruno.setting, inviter_id: 'u_inviter' }),
      person: bruno,
    })
    expect(await screen.findByText(/by ID u_inviter. It cannot be changed/)).toBeTruthy()
    expect(screen.queryByLabelText('Invitation code')).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to my team' })).toHaveAttribute('href', '/team')
  })
})
