// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createSessionWriter } from '@adcoin/session'
import { ana } from '@adcoin/testing'
import { texts } from '../texts.ts'
import { installOffer, keepInstallOffer, type InstallOffer } from './install-offer.ts'
import { Page } from './install-card.tsx'

const writer = createSessionWriter()
const reward = { amount: '80000', hold: '0', currency: 'ADC', scale: 2, version: 7 }
const prompt = vi.fn(async () => undefined)
const createOffer = () =>
  Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }) as InstallOffer

beforeAll(async () => {
  await texts.load('en_US')
  keepInstallOffer(window)
})
beforeEach(() => {
  localStorage.clear()
  prompt.mockClear()
  writer.signIn(ana.login)
  window.dispatchEvent(createOffer())
})
afterEach(() => {
  cleanup()
  writer.signOut('logout')
})

test('the browser’s own prompt is held back', () => {
  const event = createOffer()
  window.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
})

test('before the first reward nothing is offered, after it a quiet card', async () => {
  const { container } = render(<Page />)
  expect(container.textContent).toBe('')
  writer.setMoney(reward)
  expect(await screen.findByRole('button', { name: 'Install' })).toBeTruthy()
})

test('it asks the browser once', async () => {
  writer.setMoney(reward)
  render(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'Install' }))
  expect(prompt).toHaveBeenCalledTimes(1)
  expect(installOffer.get()).toBeNull()
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
})

test('dismissed, it is gone for good', async () => {
  writer.setMoney(reward)
  const first = render(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'Do not show again' }))
  expect(screen.queryByRole('button')).toBeNull()
  first.unmount()
  window.dispatchEvent(createOffer())
  render(<Page />)
  expect(screen.queryByRole('button')).toBeNull()
})
