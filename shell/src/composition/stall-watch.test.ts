import { afterEach, expect, test, vi } from 'vitest'
import { watchStall } from './stall-watch.ts'

afterEach(() => void vi.useRealTimers())

test('a load stalls after the limit without a byte, and not while bytes arrive or nothing waits', async () => {
  vi.useFakeTimers()
  const { waitFor, beat } = watchStall({ signal: new AbortController().signal, withinMs: 1_500 })
  beat()
  await vi.advanceTimersByTimeAsync(60_000)
  let failed: unknown
  waitFor(() => new Promise(() => undefined)).catch((thrown: unknown) => (failed = thrown))
  for (let at = 0; at < 5; at++) {
    await vi.advanceTimersByTimeAsync(1_400)
    beat()
  }
  expect(failed).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1_500)
  expect(failed).toMatchObject({ phase: 'stall', message: 'no data arrived for 1500 ms' })
})

test('a load that is given up ends its requests and what waits for it', async () => {
  const leaving = new AbortController()
  const { waitFor, signal } = watchStall({ signal: leaving.signal, withinMs: 5_000 })
  const waiting = expect(waitFor(() => new Promise(() => undefined))).rejects.toThrow('left')
  leaving.abort(new Error('left'))
  await waiting
  expect(signal.aborted).toBe(true)
})
