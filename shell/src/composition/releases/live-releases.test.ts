// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLiveReleases, type LiveReleases } from './live-releases.ts'

let visibility: DocumentVisibilityState
let ask: ReturnType<typeof vi.fn<() => Promise<unknown>>>
let live: LiveReleases

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  ask = vi.fn(() => Promise.resolve())
  live = startLiveReleases(ask)
})

afterEach(() => {
  live.stop()
  vi.useRealTimers()
})

async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
}

function turn(state: DocumentVisibilityState): void {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a visible tab asks every 12 seconds, give or take a fifth: always within 15', async () => {
  await pass(9_500)
  expect(ask).toHaveBeenCalledTimes(0)
  await pass(5_000)
  expect(ask).toHaveBeenCalledTimes(1)
  await pass(10 * 12_000)
  expect(ask.mock.calls.length).toBeGreaterThanOrEqual(8)
  expect(ask.mock.calls.length).toBeLessThanOrEqual(13)
})

test('a hidden tab never asks, and asks as soon as it is seen again', async () => {
  turn('hidden')
  await pass(120_000)
  live.navigated()
  expect(ask).toHaveBeenCalledTimes(0)
  turn('visible')
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a page that has just come asks nothing while its first screen arrives', async () => {
  live.navigated()
  await pass(4_000)
  live.navigated()
  expect(ask).toHaveBeenCalledTimes(0)
  await pass(1_000)
  live.navigated()
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a navigation asks, several in a hurry ask once', async () => {
  await pass(5_000)
  live.navigated()
  live.navigated()
  await pass(500)
  live.navigated()
  expect(ask).toHaveBeenCalledTimes(1)
  await pass(2_000)
  live.navigated()
  expect(ask).toHaveBeenCalledTimes(2)
})

test('it never asks twice at the same time', async () => {
  let answer: () => void = () => undefined
  ask.mockImplementation(
    () =>
      new Promise(resolve => {
        answer = () => resolve(undefined)
      }),
  )
  live.navigated()
  await pass(40_000)
  expect(ask).toHaveBeenCalledTimes(1)
  answer()
  await pass(20_000)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('after stop nothing is asked', async () => {
  live.stop()
  await pass(60_000)
  turn('hidden')
  turn('visible')
  expect(ask).toHaveBeenCalledTimes(0)
})
