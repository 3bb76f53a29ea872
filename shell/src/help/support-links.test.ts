import { expect, test } from 'vitest'
import { chooseLinkSource, pickLinks } from './support-links.ts'

test.each(['/lanuch', '/login', '/google_auth'])('%s asks the public endpoint without an inviter', path => {
  expect(chooseLinkSource(path, false, '888888')).toEqual({ from: 'public', inviterId: undefined })
})

test('/register asks the public endpoint with the saved inviter', () => {
  expect(chooseLinkSource('/register', false, 'ANA123')).toEqual({ from: 'public', inviterId: 'ANA123' })
  expect(chooseLinkSource('/register', false, null)).toEqual({ from: 'public', inviterId: undefined })
})

test.each(['/home', '/help', '/task/t1'])('%s takes the links of the user settings', path => {
  expect(chooseLinkSource(path, true, null)).toEqual({ from: 'settings' })
})

test('wherever there is no token the public endpoint is asked', () => {
  expect(chooseLinkSource('/help', false, 'ANA123')).toEqual({ from: 'public', inviterId: undefined })
})

test('each opening picks one link of each list by chance', () => {
  const lists = {
    ws: ['https://wa.me/1', 'https://wa.me/2', 'https://wa.me/3'],
    tg: ['https://t.me/a', 'https://t.me/b'],
  }
  expect(pickLinks(lists, () => 0)).toEqual({ whatsapp: 'https://wa.me/1', telegram: 'https://t.me/a' })
  expect(pickLinks(lists, () => 0.5)).toEqual({ whatsapp: 'https://wa.me/2', telegram: 'https://t.me/b' })
  expect(pickLinks(lists, () => 0.999)).toEqual({ whatsapp: 'https://wa.me/3', telegram: 'https://t.me/b' })
})

test('over many openings every link is offered', () => {
  const ws = ['https://wa.me/1', 'https://wa.me/2', 'https://wa.me/3']
  const seen = new Set(Array.from({ length: 200 }, () => pickLinks({ ws, tg: [] }).whatsapp))
  expect(seen.size).toBe(3)
})

test.each([
  'javascript:alert(1)',
  'http://wa.me/1',
  'https://evil.example/wa.me',
  'https://wa.me.evil.example/1',
  'https://user:pw@wa.me/1',
  'https://wa.me:8443/1',
  '//wa.me/1',
  '',
  'https://t.me/a',
])('%s is not offered as WhatsApp', link => {
  expect(pickLinks({ ws: [link], tg: [] }).whatsapp).toBeUndefined()
})

test('a bad link never takes the place of a good one', () => {
  const picked = new Set(
    Array.from(
      { length: 50 },
      () => pickLinks({ ws: ['https://evil.example', 'https://api.whatsapp.com/send?phone=1'], tg: [] }).whatsapp,
    ),
  )
  expect([...picked]).toEqual(['https://api.whatsapp.com/send?phone=1'])
})

test('empty lists offer nothing', () =>
  expect(pickLinks({ ws: [], tg: [] })).toEqual({ whatsapp: undefined, telegram: undefined }))
