import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { freezeModule } from './freeze-module.ts'

type Hook = <Value>(value: Value) => readonly [Value]

test('what a remote assigns to a shared module throws there, and leaves the page’s own as it was', () => {
  const useState: Hook = value => [value]
  const shared = { useState, Children: { map: () => 'drawn' }, paths: { home: '/home' } }
  const given = freezeModule(shared) as typeof shared
  const throwBroken = () => {
    throw new Error('mine')
  }
  expect(() => {
    given.useState = throwBroken
  }).toThrow(TypeError)
  expect(() => {
    given.Children.map = throwBroken
  }).toThrow(TypeError)
  expect(() => {
    given.paths.home = '/'
  }).toThrow(TypeError)
  expect(() => Object.assign(given, { useMore: throwBroken })).toThrow(TypeError)
  shared.Children.map = () => 'drawn by the page'
  expect([shared.useState, given.useState(1), given.Children.map()]).toEqual([useState, [1], 'drawn'])
})

test('React stays one: hooks of a copy work in what the page renders, with the state behind them', async () => {
  const { default: react } = await import('react')
  const given = freezeModule(react) as typeof react
  const Counter = () => {
    const [count] = given.useState('one')
    return given.useMemo(() => `${count} React`, [count])
  }
  expect(renderToString(createElement(Counter))).toBe('one React')
})

test('an export that changes is seen, and what has a state stays the same object', () => {
  let current = 1
  const internals = { dispatcher: null, current: {} }
  const namespace = Object.defineProperty({ internals, __esModule: true }, 'count', {
    enumerable: true,
    get: () => current,
  })
  const given = freezeModule(namespace)
  current = 2
  expect(given).toMatchObject({ count: 2, __esModule: true })
  expect(given).toHaveProperty('internals', internals)
  expect(() => Object.assign(internals, { dispatcher: {} })).not.toThrow()
})

test('a remote gets its own exports in place of the page’s, and not those that are withheld', () => {
  const session = { useSession: () => 'session', createSessionWriter: () => 'writer', send: () => 'anybody' }
  const given = freezeModule(session, { createSessionWriter: undefined, send: session.useSession })
  expect(Object.keys(given)).toEqual(['useSession', 'send'])
  expect(given).toHaveProperty('send', session.useSession)
})
