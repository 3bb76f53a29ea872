// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLeftovers, type Leftovers } from './leftovers.ts'

const release = 'remote-team/1.0.0-0a1b2c3d'
let leftovers: Leftovers
let messages: string[]

beforeEach(() => {
  messages = []
  leftovers = createLeftovers((what, whose) => messages.push(`${whose}: ${what}`))
  leftovers.expect('remote-team')
})
afterEach(() => leftovers.stop())

/** Runs as if the release's own code called. */
function asRelease(work: () => void): void {
  const before = Error.prepareStackTrace
  Error.prepareStackTrace = () => `at https://x/releases/${release}/a.js:1:1`
  try {
    work()
  } finally {
    Error.prepareStackTrace = before
  }
}

test('what a release began and did not end is ended and named, once', async () => {
  let ticks = 0
  let taps = 0
  asRelease(() => {
    setInterval(() => ticks++, 5)
    document.body.addEventListener('click', () => taps++)
    Object.assign(window, { leak: 1 })
  })
  expect(leftovers.end(release)).toEqual(['interval', 'click listener'])
  expect(leftovers.globals()).toEqual(['window.leak'])
  const before = ticks
  document.body.click()
  await new Promise(done => setTimeout(done, 30))
  expect([ticks, taps]).toEqual([before, 0])
  expect(leftovers.end(release)).toEqual([])
})

test('what it ended itself is no leftover, nor is what the shell began', () => {
  const listener = () => undefined
  const ending = new AbortController()
  asRelease(() => {
    clearInterval(setInterval(listener, 5))
    window.addEventListener('resize', listener, true)
    window.removeEventListener('resize', listener, true)
    document.addEventListener('keydown', listener, { signal: ending.signal })
  })
  ending.abort()
  document.addEventListener('scroll', listener)
  expect(leftovers.end(release)).toEqual([])
})

test('a removal of another phase takes nothing away', () => {
  const listener = () => undefined
  asRelease(() => window.addEventListener('resize', listener))
  window.removeEventListener('resize', listener, true)
  expect(leftovers.end(release)).toEqual(['resize listener'])
})

test('a release that starts timeouts though it is gone is reported, until it is expected again', () => {
  const begin = () => asRelease(() => void setTimeout(() => undefined))
  begin()
  expect(messages).toEqual([])
  leftovers.end(release)
  begin()
  expect(messages).toEqual([`${release}: it goes on after its screens: timeout`])
  leftovers.expect('remote-team')
  begin()
  expect(messages).toHaveLength(1)
})
