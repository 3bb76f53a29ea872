// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import {
  toAccountInput,
  recordSending,
  emptyFlow,
  flowDraft,
  readFlow,
  formatDestination,
  findStep,
  type Destination,
} from './flow.ts'

const now = 1_000_000
const ana: Destination = {
  method: 'mobile',
  phone: { region: 'MX', mobile_sag: '+52', mobile: '5512345678', shown: '+52 55 1234 5678' },
}
const bruno: Destination = { method: 'email', email: 'bruno@mail.es', region: 'ES' }
const ticket = { value: 'ticket-0123456789abcdef', until: now + 1 }

describe('a step', () => {
  it.each([
    [null, null, null, 'account'],
    ['code', null, null, 'account'],
    ['password', null, null, 'account'],
    ['password', null, ticket, 'account'],
    ['nonsense', ana, ticket, 'account'],
    ['code', ana, null, 'code'],
    ['password', ana, null, 'code'],
    ['password', ana, { ...ticket, until: now }, 'code'],
    ['code', ana, ticket, 'code'],
    ['password', ana, ticket, 'password'],
  ] as const)('asked for as %s with sent %j and ticket %j is %s', (request, sent, given, step) => {
    expect(findStep(request, { sent, ticket: given }, now)).toBe(step)
  })
})

describe('a proof', () => {
  it('is worthless for another account, and kept for the same one', () => {
    const proven = { ...emptyFlow, sent: ana, ticket }
    expect(recordSending(proven, bruno)).toMatchObject({ sent: bruno, ticket: null })
    expect(recordSending(proven, ana).ticket).toEqual(ticket)
  })

  it('names the account for the calls and for people', () => {
    expect([toAccountInput(ana), formatDestination(ana)]).toEqual([
      { mobile_sag: '+52', mobile: '5512345678' },
      '+52 55 1234 5678',
    ])
    expect([toAccountInput(bruno), formatDestination(bruno)]).toEqual([{ email: 'bruno@mail.es' }, 'bruno@mail.es'])
  })
})

describe('what a reload keeps', () => {
  beforeEach(() => sessionStorage.clear())

  it('is the flow of its own purpose, until it is dropped', () => {
    flowDraft.save({ ...emptyFlow, mobile: '55', sent: ana }, 'register')
    expect(readFlow('register')).toMatchObject({ mobile: '55', sent: ana })
    expect(readFlow('reset')).toEqual(emptyFlow)
    flowDraft.drop('register')
    expect(readFlow('register')).toEqual(emptyFlow)
  })

  it.each(['', '{', 'null', '[]', '{"method":"fax"}'])('is nothing when storage holds %j', text => {
    sessionStorage.setItem('adcoin.tab.guest.auth.flow@1/register', text)
    expect(readFlow('register')).toEqual(emptyFlow)
  })
})
