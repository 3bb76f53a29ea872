import { beforeEach, expect, test } from 'vitest'
import { createDestination, parseOwnPath, type DestinationStore } from './destination.ts'

const isKnownPath = (pathname: string) => /^\/(money|task\/[^/]+|welcome|login)$/i.test(pathname)

class MemoryStorage {
  readonly values = new Map<string, string>()
  getItem = (key: string) => this.values.get(key) ?? null
  setItem = (key: string, value: string) => void this.values.set(key, value)
  removeItem = (key: string) => void this.values.delete(key)
}

let storage: MemoryStorage
let destination: DestinationStore
beforeEach(() => {
  storage = new MemoryStorage()
  destination = createDestination(() => storage, isKnownPath)
})

test('a private path is kept with its query and fragment', () => {
  destination.keep('/task/t1?from=mail#proof')
  expect(destination.peek()).toBe('/task/t1?from=mail#proof')
})

test.each([
  'https://evil.example/money',
  '//evil.example/money',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'money',
  '',
  '/',
  '/login',
  '/LOGIN?x',
  '/nowhere',
  '/%2F%2Fevil.example',
  `/money?${'x'.repeat(2100)}`,
])('%s is no path to come back to', path => {
  destination.keep(path)
  expect(destination.peek()).toBeUndefined()
})

test('a later bad path does not replace a kept good one', () => {
  destination.keep('/money')
  destination.keep('//evil.example')
  expect(destination.peek()).toBe('/money')
})

test('it survives a reload of the tab', () => {
  destination.keep('/money')
  expect(createDestination(() => storage, isKnownPath).peek()).toBe('/money')
})

test('what was tampered with in storage is checked again when it is used', () => {
  storage.setItem('adcoin.destination', '//evil.example')
  expect(destination.peek()).toBeUndefined()
})

test('it is used once', () => {
  destination.keep('/money')
  destination.forget()
  expect(destination.peek()).toBeUndefined()
  expect(storage.values.size).toBe(0)
})

test('blocked storage costs only the reload', () => {
  const blocked = createDestination(() => {
    throw new DOMException('blocked', 'SecurityError')
  }, isKnownPath)
  blocked.keep('/money')
  expect(blocked.peek()).toBe('/money')
})

test('the step after a registration is not kept: it would meet a person who logs in', () => {
  destination.keep('/money')
  destination.keep('/Welcome')
  expect(destination.peek()).toBe('/money')
})

test('the step after a registration is where its own login leads', () => {
  destination.keepNext('/welcome?after=%2Fmoney')
  expect(destination.peek()).toBe('/welcome?after=%2Fmoney')
})

test('dots cannot lead to a public page', () => {
  expect(parseOwnPath('/money/../login', isKnownPath)).toBeUndefined()
  expect(parseOwnPath('/x/../money', isKnownPath)).toBe('/money')
})

test.each([
  ['as the session ends on it', false],
  ['by Back or a reload after the logout', true],
])('a path that is asked for %s is kept for the tab’s last person alone', (_when, afterLogout) => {
  destination.setOwner('u_ana')
  if (afterLogout) destination.forget()
  const reloaded = createDestination(() => storage, isKnownPath)
  reloaded.keep('/task/t_of_ana')
  createDestination(() => storage, isKnownPath).setOwner('u_ana')
  expect(reloaded.peek()).toBe('/task/t_of_ana')
  reloaded.setOwner('u_bruno')
  expect(reloaded.peek()).toBeUndefined()
})

test('a path of a tab without a person before is for whoever logs in', () => {
  destination.keep('/task/t1')
  destination.setOwner('u_ana')
  expect(destination.peek()).toBe('/task/t1')
})
