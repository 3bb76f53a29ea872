// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLoader, lateMs, longestMs } from './loader.ts'

const createStarted = (id: number, text?: string) =>
  ({ type: 'started', id, loader: true, ...(text === undefined ? {} : { text }) }) as const
const createLateStarted = (id: number) => ({ type: 'started', id, loader: 'late' }) as const
const createEnded = (id: number) => ({ type: 'ended', id }) as const

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('it runs from the first call until the last has ended', () => {
  const loader = createLoader(() => {})
  loader.follow(createStarted(1))
  loader.follow(createStarted(2))
  loader.follow(createEnded(1))
  expect(loader.state.get().isRunning).toBe(true)
  loader.follow(createEnded(2))
  expect(loader.state.get().isRunning).toBe(false)
})

test('a call marked no-loader does not count', () => {
  const loader = createLoader(() => {})
  loader.follow({ type: 'started', id: 1, loader: false })
  expect(loader.state.get().isRunning).toBe(false)
})

test('a read under a skeleton blocks scrolling at once, and covers the screen if it is slow', () => {
  const loader = createLoader(() => {})
  loader.follow(createLateStarted(1))
  expect(loader.state.get()).toMatchObject({ isRunning: true, isOver: false })
  vi.advanceTimersByTime(lateMs - 1)
  expect(loader.state.get().isOver).toBe(false)
  vi.advanceTimersByTime(1)
  expect(loader.state.get()).toMatchObject({ isRunning: true, isOver: true })
  loader.follow(createEnded(1))
  expect(loader.state.get()).toMatchObject({ isRunning: false, isOver: false })
})

test('a read does not interrupt typing: it covers the screen once the field loses focus', () => {
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  const loader = createLoader(() => {})
  loader.follow(createLateStarted(1))
  vi.advanceTimersByTime(10 * lateMs)
  expect(loader.state.get()).toMatchObject({ isRunning: true, isOver: false })
  field.blur()
  vi.advanceTimersByTime(lateMs)
  expect(loader.state.get().isOver).toBe(true)
  field.focus()
  vi.advanceTimersByTime(lateMs)
  expect(loader.state.get().isOver).toBe(false)
  field.remove()
})

test('a read that was answered in time never lies over the screen', () => {
  const loader = createLoader(() => {})
  loader.follow(createLateStarted(1))
  loader.follow(createEnded(1))
  loader.follow(createLateStarted(2))
  vi.advanceTimersByTime(lateMs - 1)
  expect(loader.state.get()).toMatchObject({ isRunning: true, isOver: false })
})

test('anything else covers the screen at once, also during a read', () => {
  const loader = createLoader(() => {})
  loader.follow(createLateStarted(1))
  loader.follow(createStarted(2))
  expect(loader.state.get().isOver).toBe(true)
  loader.follow(createEnded(2))
  expect(loader.state.get()).toMatchObject({ isRunning: true, isOver: false })
})

test('what can be stopped offers it, while nothing else runs', () => {
  const loader = createLoader(() => {})
  const onCancel = () => {}
  loader.follow({ ...createStarted(1), onCancel })
  expect(loader.state.get().onCancel).toBe(onCancel)
  loader.follow(createStarted(2))
  expect(loader.state.get().onCancel).toBeUndefined()
})

test('an end that is reported twice, or of an unknown call, does not end other calls', () => {
  const loader = createLoader(() => {})
  loader.follow(createStarted(1))
  loader.follow(createEnded(7))
  loader.follow(createEnded(7))
  expect(loader.state.get().isRunning).toBe(true)
})

test('it names the newest call that has a name, and falls back to the one before', () => {
  const loader = createLoader(() => {})
  loader.follow(createStarted(1, 'Sending proof'))
  loader.follow(createStarted(2))
  expect(loader.state.get().text).toBe('Sending proof')
  loader.follow(createStarted(3, 'Logging in'))
  expect(loader.state.get().text).toBe('Logging in')
  loader.follow(createEnded(3))
  expect(loader.state.get().text).toBe('Sending proof')
})

test('a call that never ends is let go after 30 s, and that is shown', () => {
  const onStuck = vi.fn()
  const loader = createLoader(onStuck)
  loader.follow(createStarted(1))
  vi.advanceTimersByTime(longestMs - 1)
  expect(loader.state.get().isRunning).toBe(true)
  vi.advanceTimersByTime(500)
  expect(loader.state.get().isRunning).toBe(false)
  expect(onStuck).toHaveBeenCalledTimes(1)
  loader.follow(createEnded(1))
  expect(onStuck).toHaveBeenCalledTimes(1)
})

test('a call that ends in time leaves no timer behind', () => {
  const onStuck = vi.fn()
  const loader = createLoader(onStuck)
  loader.follow(createStarted(1))
  loader.follow(createEnded(1))
  vi.advanceTimersByTime(60_000)
  expect(onStuck).not.toHaveBeenCalled()
})
