// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { HttpFailure } from '@adcoin/http'
import { setLanguage } from '@adcoin/i18n'
import { applyFailure, type SetError } from './form.tsx'
import { sharedTexts } from '../texts.ts'

type Field = 'email' | 'code' | 'password'
const setError = vi.fn<SetError<Field>>()

beforeAll(() => sharedTexts.load('en_US'))
beforeEach(() => setError.mockClear())

test('each named field gets its sentence, the first one the focus', () => {
  const failure = new HttpFailure('refused', {
    code: 400,
    msg: 'Please check',
    fields: { email: 'email_invalid', password: 'pwd_short' },
  })
  expect(applyFailure(failure, setError, { email: 'email', password: 'password' })).toBeUndefined()
  expect(setError.mock.calls).toEqual([
    ['email', { type: 'email_invalid', message: 'Please enter a valid email' }, { shouldFocus: true }],
    ['password', { type: 'pwd_short', message: 'Password must be at least 6 characters' }, { shouldFocus: false }],
  ])
})

test('a refusal by code is shown at its field, in the words of the service', () => {
  const failure = new HttpFailure('refused', { code: 1002, msg: 'That code is not right' })
  expect(applyFailure(failure, setError, { code_wrong: 'code' })).toBeUndefined()
  expect(setError).toHaveBeenCalledExactlyOnceWith(
    'code',
    { type: 'code_wrong', message: 'That code is not right' },
    { shouldFocus: true },
  )
})

test('what belongs to no field is returned to be shown above the button', () => {
  expect(
    applyFailure(new HttpFailure('refused', { code: 2001, msg: 'Not enough Ad Coin' }), setError, {
      code_wrong: 'code',
    }),
  ).toBe('Not enough Ad Coin')
  expect(setError).not.toHaveBeenCalled()
})

test('of several errors the placed ones are placed and the message still returned', () => {
  const failure = new HttpFailure('refused', {
    code: 400,
    msg: 'Please check',
    fields: { email: 'required', hidden: 'required' },
  })
  expect(applyFailure(failure, setError, { email: 'email' })).toBe('Please check')
  expect(setError).toHaveBeenCalledTimes(1)
})

test.each(['offline', 'timeout', 'broken'] as const)('%s shows the network text', kind => {
  expect(applyFailure(new HttpFailure(kind), setError, {})).toBe('Network error, please try again later')
})

test('an unknown error key reads as not valid, never as a key', async () => {
  await sharedTexts.load('es_MX')
  await setLanguage('es_MX')
  applyFailure(new HttpFailure('refused', { code: 400, fields: { email: 'from_the_future' } }), setError, {
    email: 'email',
  })
  expect(setError.mock.calls[0]?.[1].message).toBe('Este valor no es válido')
  await setLanguage('en_US')
})
