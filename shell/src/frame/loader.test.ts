import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLoader, longestMs } from './loader.ts'

const started = (id: number, text?: string) =>
  ({ type: 'started', id, loader: true, ...(text === undefined ? {} : { text }) }) as const
const ended = (id: number) => ({ type: 'ended', id, loader: true }) as const

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('it runs from the first call until the last has ended', () => {
  const loader = createLoader(() => {})
  loader.follow(started(1))
  loader.follow(started(2))
  loader.follow(ended(1))
  expect(loader.state.get().isRunning).toBe(true)
  loader.follow(ended(2))
  expect(loader.state.get().isRunning).toBe(false)
})

test('a call marked no-loader does not count', () => {
  const loader = createLoader(() => {})
  loader.follow({ type: 'started', id: 1, loader: false })
  expect(loader.state.get().isRunning).toBe(false)
})

test('an end that was told twice, or of a call never seen, does not count others away', () => {
  const loader = createLoader(() => {})
  loader.follow(started(1))
  loader.follow(ended(7))
  loader.follow(ended(7))
  expect(loader.state.get().isRunning).toBe(true)
})

test('it names the newest call that has a name, and falls back to the one before', () => {
  const loader = createLoader(() => {})
  loader.follow(started(1, 'Sending proof'))
  loader.follow(started(2))
  expect(loader.state.get().text).toBe('Sending proof')
  loader.follow(started(3, 'Logging in'))
  expect(loader.state.get().text).toBe('Logging in')
  loader.follow(ended(3))
  expect(loader.state.get().text).toBe('Sending proof')
})

test('a call that never ends is let go after 30 s, and that is said', () => {
  const onStuck = vi.fn()
  const loader = createLoader(onStuck)
  loader.follow(started(1))
  vi.advanceTimersByTime(longestMs - 1)
  expect(loader.state.get().isRunning).toBe(true)
  vi.advanceTimersByTime(500)
  expect(loader.state.get().isRunning).toBe(false)
  expect(onStuck).toHaveBeenCalledTimes(1)
  loader.follow(ended(1))
  expect(onStuck).toHaveBeenCalledTimes(1)
})

test('a call that ends in time leaves no timer behind', () => {
  const onStuck = vi.fn()
  const loader = createLoader(onStuck)
  loader.follow(started(1))
  loader.follow(ended(1))
  vi.advanceTimersByTime(60_000)
  expect(onStuck).not.toHaveBeenCalled()
})
