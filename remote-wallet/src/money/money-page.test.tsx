// @vitest-environment jsdom
import { balance } from '@adcoin/contract'
import { apiDouble, renderRemote, silence, when, type ApiDouble } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import door from '../remote.tsx'

let api: ApiDouble
afterEach(() => api.end())
const block = () => document.querySelector('.ac-block')?.textContent ?? ''

it('shows what can be sold, what it is worth and what is on hold', async () => {
  api = apiDouble()
  await renderRemote(door, { path: '/money' })
  await expect.poll(block).toMatch(/1,284\.50.*200\.00 Ad Coin on hold.*1 Ad Coin =/)
})

it('shows no amount at all while the balance is unknown', async () => {
  api = apiDouble(when(balance, silence()))
  await renderRemote(door, { path: '/money' })
  await screen.findByText('Last 7 days')
  expect(block()).toBe('Balance')
})

it('hides the amount on request, and shows it again', async () => {
  api = apiDouble()
  const { user } = await renderRemote(door, { path: '/money' })
  await expect.poll(block).toMatch(/1,284\.50/)
  await user.click(screen.getByRole('button', { name: 'Hide balance' }))
  expect(block()).not.toMatch(/[0-9]/)
  expect(Object.entries(localStorage).find(([key]) => key.includes('draft'))?.[1]).toContain('"value":true')
  await user.click(screen.getByRole('button', { name: 'Show balance' }))
  expect(block()).toMatch(/1,284\.50/)
})
