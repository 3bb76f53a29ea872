// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLoaded } from './use-loaded.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a slow server is asked once at a time, and its answer is shown', async () => {
  const questions: ((answer: string) => void)[] = []
  const load = () => new Promise<string>(answer => questions.push(answer))
  const { result } = renderHook(() => useLoaded(load, 5_000))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(questions).toHaveLength(1)
  await act(async () => questions[0]?.('late'))
  expect(result.current.data).toBe('late')
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(questions).toHaveLength(2)
})
