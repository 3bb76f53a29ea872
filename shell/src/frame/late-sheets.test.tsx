// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createLazyPage, type PageModule } from '@adcoin/remote'
import { texts } from '../texts.ts'
import { LateSheets } from './frame.tsx'
import { openPanel } from '../state/open-panel.ts'
import { ShellProvider, type Shell } from '../state/shell.ts'
import { createToasts } from '../state/toasts.ts'

beforeAll(() => texts.load('en_US'))
afterEach(() => {
  cleanup()
  openPanel.set(null)
})

const here: PageModule = { Page: () => <p>The sheets</p> }

function show(load: () => Promise<PageModule>) {
  const toasts = createToasts()
  render(
    <ShellProvider value={{ toasts } as Shell}>
      <LateSheets late={createLazyPage(load)} />
    </ShellProvider>,
  )
  return toasts
}

test('are asked for when one is opened, and stay', async () => {
  const load = vi.fn(async () => here)
  show(load)
  expect(load).not.toHaveBeenCalled()
  await act(async () => openPanel.set('language'))
  expect(screen.getByText('The sheets')).toBeTruthy()
  await act(async () => openPanel.set(null))
  await act(async () => openPanel.set('help'))
  expect(screen.getByText('The sheets')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

test('that do not arrive are a toast, nothing stays open, and the next press asks again', async () => {
  const load = vi.fn(async () => here).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const toasts = show(load)
  await act(async () => openPanel.set('help'))
  expect(toasts.current.get()?.text).toBe('Something went wrong, please try again later')
  expect(openPanel.get()).toBeNull()
  await act(async () => openPanel.set('help'))
  expect(screen.getByText('The sheets')).toBeTruthy()
})
