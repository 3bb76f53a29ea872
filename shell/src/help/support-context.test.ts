import { expect, test } from 'vitest'
import { readSupportContext, addMessage } from './support-links.ts'

test.each([
  ['/withdraw', '?id=w_9&new=1', { screen: '/withdraw', reference: 'WD-w_9' }],
  ['/withdraw', '', { screen: '/withdraw', reference: 'u_ana' }],
  ['/withdraw', '?id=<b>', { screen: '/withdraw', reference: 'u_ana' }],
  ['/task/t_bottle', '', { screen: '/task', reference: 't_bottle' }],
  ['/money/', '', { screen: '/money', reference: 'u_ana' }],
  ['/resetPwd/mobile', '?id=x', { screen: '/resetpwd/mobile', reference: 'u_ana' }],
  ['/%3Cscript%3E', '?token=secret', { screen: '/', reference: 'u_ana' }],
])('support gets %s%s as its screen and reference', (path, search, context) => {
  expect(readSupportContext(path, search, 'u_ana')).toEqual(context)
})

test('a person who is not logged in has no reference', () => {
  for (const userId of [undefined, '']) expect(readSupportContext('/login', '', userId).reference).toBeUndefined()
})

test('the message goes along as text, and changes nothing else of the link', () => {
  expect(addMessage('https://wa.me/1', 'a & b #1')).toBe('https://wa.me/1?text=a+%26+b+%231')
  expect(addMessage('https://api.whatsapp.com/send?phone=1&text=old', 'é')).toBe(
    'https://api.whatsapp.com/send?phone=1&text=%C3%A9',
  )
})
