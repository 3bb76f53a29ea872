// @vitest-environment jsdom
import { agentQuery } from '@adcoin/contract'
import { openRemote } from '@adcoin/testing'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import remote from '../remote.tsx'

it('keeps every digit of a search typed while the page is busy, also in the address', async () => {
  const { api, user } = await openRemote(remote, '/teamList?id=7')
  const field = await screen.findByRole('searchbox')
  expect(field).toHaveProperty('value', '7')
  await user.clear(field)
  // Keys that arrive before the address has changed.
  for (const digit of '1234567890')
    fireEvent.change(field, { target: { value: `${(field as HTMLInputElement).value}${digit}` } })
  expect(field).toHaveProperty('value', '1234567890')
  await vi.waitFor(() => expect(api.requests(agentQuery).at(-1)?.input).toMatchObject({ user_id: '1234567890' }))
})

it('asks for the list again on request, and shows only then that it is up to date', async () => {
  const { api, user } = await openRemote(remote, '/teamList')
  const refresh = await screen.findByRole('button', { name: 'Refresh' })
  const requestCount = () => api.requests(agentQuery).length
  const before = requestCount()
  expect(screen.queryByText('Up to date')).toBeNull()
  await user.click(refresh)
  expect(await screen.findByText('Up to date')).toBeTruthy()
  expect(requestCount()).toBe(before + 1)
})
