// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { BrowserRouter, useLocation, useNavigate } from '@adcoin/router'
import { MemoryRouter } from '@adcoin/router/memory'
import { useBack } from './use-back.ts'

afterEach(() => {
  cleanup()
  window.history.replaceState(null, '', '/')
})

const use = () => ({ back: useBack('/money'), to: useNavigate(), path: useLocation().pathname })

test('from a deep link it leads to the fallback, in place of the entry', () => {
  const { result } = renderHook(use, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={['/cardAdd']}>{children}</MemoryRouter>
    ),
  })
  act(() => result.current.back())
  expect(result.current.path).toBe('/money')
})

test('inside the app it goes back to where the person came from', async () => {
  window.history.replaceState(null, '', '/sell')
  const { result } = renderHook(use, {
    wrapper: ({ children }: { children: ReactNode }) => <BrowserRouter>{children}</BrowserRouter>,
  })
  act(() => void result.current.to('/cardAdd'))
  expect(result.current.path).toBe('/cardAdd')
  await act(async () => {
    result.current.back()
    await new Promise(resolve => setTimeout(resolve, 50))
  })
  expect(result.current.path).toBe('/sell')
})

test('a first entry that was replaced is still the first', () => {
  window.history.replaceState(null, '', '/lanuch')
  const { result } = renderHook(use, {
    wrapper: ({ children }: { children: ReactNode }) => <BrowserRouter>{children}</BrowserRouter>,
  })
  act(() => void result.current.to('/cardAdd', { replace: true }))
  act(() => result.current.back())
  expect(result.current.path).toBe('/money')
})
