import type { IncomingMessage } from 'node:http'
import { operatorRoles } from '@adcoin/contract/operations'
import { expect, it } from 'vitest'
import { createOperatorSignIn, hashSecret } from './sign-in.ts'

const secret = 'correct horse battery staple'
const day = 86_400_000

function signIn(at: () => number = () => 0) {
  const secrets = new Map([['', { name: '', roles: operatorRoles, hash: hashSecret(secret) }]])
  return createOperatorSignIn(undefined, secrets, true, at)
}

it('takes every name under a shared secret as one operator', () => {
  const { find } = signIn()
  expect(find('Ana', secret)).toMatchObject({ name: 'Ana', identity: find('Bea', secret)?.identity })
  expect(find('Ana', secret)?.identity).toBeDefined()
})

it.each([365 * day, day])('ends a session that began while the clock was %i ms ahead', ahead => {
  let at = ahead
  const { begin, operatorOf } = signIn(() => at)
  const cookie = begin({ name: 'Ana', roles: operatorRoles }).split(';')[0]
  const request = { headers: { cookie } } as IncomingMessage
  expect(operatorOf(request)?.name).toBe('Ana')
  at = 0
  expect(operatorOf(request)).toBeUndefined()
})
