import { expect, test } from 'vitest'
import { publicPaths } from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'
import { isPublic, normalisePath } from '../paths.ts'
import { guard } from './guard.ts'

const home = { pass: false, to: '/home' }
const launch = { pass: false, to: '/lanuch' }
const pass = { pass: true }

/** Every route of rulings.md R1, as a person would have it in the address. */
const privatePaths = [
  '/help',
  '/faq',
  '/language',
  '/welcome',
  '/resetPwd/mobile',
  '/resetPwd/email',
  '/personalData',
  '/personalSetting',
  '/pwdSetting',
  '/home',
  '/taskList',
  '/task/t1',
  '/adRecord',
  '/bindAccount',
  '/money',
  '/tradingList',
  '/sell',
  '/withdraw',
  '/cardList',
  '/cardAdd',
  '/tradingSetting',
  '/tradingReset/mobile',
  '/tradingReset/email',
  '/team',
  '/teamList',
  '/invite',
  '/bindInvite',
]

test.each(privatePaths)('%s needs a token, and sends who has none to the landing page', path => {
  expect(guard(path, false)).toEqual(launch)
  expect(guard(path, true)).toEqual(pass)
})

test.each(['/login', '/register', '/lanuch', '/google_auth'])('%s is public, and sends who has a token home', path => {
  expect(guard(path, false)).toEqual(pass)
  expect(guard(path, true)).toEqual(home)
})

test('/appLogin is allowed with and without a token', () => {
  expect(guard('/appLogin', false)).toEqual(pass)
  expect(guard('/appLogin', true)).toEqual(pass)
})

test('/ is the layout: home with a token, the landing page without', () => {
  expect(guard('/', true)).toEqual(home)
  expect(guard('/', false)).toEqual(launch)
})

test('/launch leads to /lanuch, and with a token home', () => {
  expect(guard('/launch', false)).toEqual(launch)
  expect(guard('/launch', true)).toEqual(home)
})

test.each(['/nowhere', '/registry.json', '/login/extra', '/registers', '/__proto__', '/constructor'])(
  '%s, which is no route, is private like any other path',
  path => {
    expect(guard(path, false)).toEqual(launch)
    expect(guard(path, true)).toEqual(pass)
  },
)

test.each(['/LOGIN', '/login/', '//login', '/%6Cogin', '/Lanuch/'])(
  '%s is the login or landing page to the router, so it is to the guard',
  path => {
    expect(guard(path, false).pass).toBe(true)
    expect(guard(path, true)).toEqual(home)
  },
)

test('a path that cannot be decoded is private', () => {
  expect(guard('/%F0%28%8C%28', false)).toEqual(launch)
  expect(guard('/%F0%28%8C%28', true)).toEqual(pass)
})

test('the guard has no loop: following the guard ends after at most two steps', () => {
  for (const path of [...privatePaths, ...publicPaths, '/', '/launch', '/appLogin', '/nowhere']) {
    for (const hasToken of [true, false]) {
      let [at, steps] = [path, 0]
      for (let decision = guard(at, hasToken); !decision.pass; decision = guard(at, hasToken))
        [at, steps] = [decision.to, steps + 1]
      expect(steps).toBeLessThanOrEqual(2)
    }
  }
})

test('the paths by name and the guard agree on what is public', () => {
  const open = Object.values(appPaths).filter(path => typeof path === 'string' && isPublic(path))
  expect(open.sort()).toEqual(['/google_auth', '/lanuch', '/login', '/register'])
})

test('a path is compared as the router compares it', () => {
  expect(normalisePath('/Task/T1/')).toBe('/task/t1')
  expect(normalisePath('')).toBe('/')
  expect(normalisePath('/')).toBe('/')
})
