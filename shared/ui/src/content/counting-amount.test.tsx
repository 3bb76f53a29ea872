// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { uiTexts } from '../texts.ts'
import { CountingAmount } from './amount.tsx'

beforeAll(() => uiTexts.load('en_US'))
beforeEach(() => {
  vi.useFakeTimers()
  wantsLessMotion(false)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const wantsLessMotion = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }))
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
function show(minor: string) {
  const view = render(<CountingAmount minor={minor} />)
  return {
    text: () => Number(view.container.textContent?.replace(/[^0-9.]/g, '')),
    change: (to: string) => view.rerender(<CountingAmount minor={to} />),
  }
}

it('counts up to what was added, and ends exactly there', async () => {
  const { text, change } = show('10000')
  expect(text()).toBe(100)
  change('90000')
  await pass(300)
  expect(text()).toBeGreaterThan(100)
  expect(text()).toBeLessThan(900)
  await pass(1_000)
  expect(text()).toBe(900)
})

it('shows at once what became less, and everything to a person who wants less motion', async () => {
  const { text, change } = show('10000')
  change('5000')
  expect(text()).toBe(50)
  wantsLessMotion(true)
  change('80000')
  expect(text()).toBe(800)
})

it('goes on from where it is when more comes meanwhile', async () => {
  const { text, change } = show('0')
  change('10000')
  await pass(200)
  change('20000')
  await pass(2_000)
  expect(text()).toBe(200)
})
