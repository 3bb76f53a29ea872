// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { HttpFailure } from '@adcoin/http'
import { setLanguage } from '@adcoin/i18n'
import { sharedTexts } from '@adcoin/remote'
import { createToasts } from './toasts.ts'
import { showFailure } from '../data/start-data.ts'

beforeAll(async () => {
  await sharedTexts.load('en_US')
  await sharedTexts.load('pt_PT')
})
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const textAfter = (toasts: ReturnType<typeof createToasts>, ms: number) => {
  vi.advanceTimersByTime(ms)
  return toasts.current.get()?.text
}

test("the service's message stands for 2500 ms", () => {
  const toasts = createToasts()
  showFailure(toasts, new HttpFailure('refused', { code: 3001, msg: 'This task is full' }))
  expect(textAfter(toasts, 2499)).toBe('This task is full')
  expect(textAfter(toasts, 1)).toBeUndefined()
})

test.each(['offline', 'timeout', 'broken'] as const)('%s is shown as the network text for 2000 ms', kind => {
  const toasts = createToasts()
  showFailure(toasts, new HttpFailure(kind))
  expect(textAfter(toasts, 1999)).toBe('Network error, please try again later')
  expect(textAfter(toasts, 1)).toBeUndefined()
})

test('a refusal without words shows the network text for 2500 ms', () => {
  const toasts = createToasts()
  showFailure(toasts, new HttpFailure('refused', { code: 3001 }))
  expect(textAfter(toasts, 2499)).toBe('Network error, please try again later')
})

test('there is one at a time: a newer one takes the place and has its whole time', () => {
  const toasts = createToasts()
  toasts.show('Saved', 'good')
  vi.advanceTimersByTime(2000)
  toasts.show('Copied', 'good')
  expect(textAfter(toasts, 2499)).toBe('Copied')
  expect(textAfter(toasts, 1)).toBeUndefined()
})

test('the same words do not start again while they are shown', () => {
  const toasts = createToasts()
  toasts.show('Saved')
  const first = toasts.current.get()
  vi.advanceTimersByTime(2000)
  toasts.show('Saved')
  expect(toasts.current.get()).toBe(first)
  expect(textAfter(toasts, 500)).toBeUndefined()
})

test('the same words said again later are announced again', () => {
  const toasts = createToasts()
  toasts.show('Saved')
  const first = toasts.current.get()?.id
  vi.advanceTimersByTime(2500)
  toasts.show('Saved')
  expect(toasts.current.get()?.id).not.toBe(first)
})

test('the generic text speaks the current language', async () => {
  await setLanguage('pt_PT')
  const toasts = createToasts()
  showFailure(toasts, new HttpFailure('offline'))
  expect(toasts.current.get()?.text).toBe('Erro de rede, tente novamente mais tarde')
  await setLanguage('en_US')
})

test('what happened elsewhere is gone after 8 s, or at the next tap beside it', () => {
  const toasts = createToasts()
  const tap = (element: Element) => element.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  const toast = document.body.appendChild(document.createElement('p'))
  toast.className = 'ac-toast'
  toasts.showNotification('+1.00', 'Open')
  expect(textAfter(toasts, 500)).toBe('+1.00')
  tap(document.body)
  expect(toasts.current.get()?.text).toBe('+1.00')
  vi.advanceTimersByTime(200)
  tap(toast)
  expect(toasts.current.get()?.text).toBe('+1.00')
  tap(document.body)
  expect(toasts.current.get()).toBeNull()
  toasts.showNotification('+2.00', 'Open')
  expect(textAfter(toasts, 7_999)).toBe('+2.00')
  expect(textAfter(toasts, 1)).toBeUndefined()
  toasts.show('Saved')
  tap(document.body)
  expect(toasts.current.get()?.text).toBe('Saved')
  toast.remove()
})

test('a success is felt once, after a touch of the person, where motion is welcome', () => {
  const felt: unknown[] = []
  const device = (hasBeenActive: boolean, isStill: boolean) => {
    vi.stubGlobal('matchMedia', () => ({ matches: isStill }))
    vi.stubGlobal('navigator', { userActivation: { hasBeenActive }, vibrate: (ms: number) => felt.push(ms) })
    const toasts = createToasts()
    toasts.show('Sent', 'good')
    toasts.show('Sent', 'good')
    toasts.show('It did not work', 'bad')
  }
  device(false, false)
  device(true, true)
  expect(felt).toEqual([])
  device(true, false)
  expect(felt).toEqual([10])
  vi.unstubAllGlobals()
})
