import { expect, test } from 'vitest'
import { findSupportReference, addMessage } from './support-links.ts'

test.each([
  ['/withdraw', '?id=w_9&new=1', 'WD-w_9'],
  ['/withdraw', '', 'u_ana'],
  ['/withdraw', '?id=<b>', 'u_ana'],
  ['/task/t_bottle', '', 't_bottle'],
  ['/money/', '', 'u_ana'],
  ['/%3Cscript%3E', '?token=secret', 'u_ana'],
])('support gets for %s%s the reference %s', (path, search, reference) => {
  expect(findSupportReference(path, search, 'u_ana')).toBe(reference)
})

test('a person who is not logged in has no reference', () => {
  for (const userId of [undefined, '']) expect(findSupportReference('/login', '', userId)).toBeUndefined()
})

test('the message goes along as text, and changes nothing else of the link', () => {
  expect(addMessage('https://wa.me/1', 'a & b #1')).toBe('https://wa.me/1?text=a+%26+b+%231')
  expect(addMessage('https://api.whatsapp.com/send?phone=1&text=old', 'é')).toBe(
    'https://api.whatsapp.com/send?phone=1&text=%C3%A9',
  )
})
