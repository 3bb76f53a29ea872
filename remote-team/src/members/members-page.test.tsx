// @vitest-environment jsdom
import { agentQuery } from '@adcoin/contract'
import { apiDouble, renderRemote, type ApiDouble } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import door from '../remote.tsx'

let api: ApiDouble
afterEach(() => api.end())

it('asks for the list again on request, and says only then that it is up to date', async () => {
  api = apiDouble()
  const { user } = await renderRemote(door, { path: '/teamList' })
  const refresh = await screen.findByRole('button', { name: 'Refresh' })
  const asked = () => api.requests(agentQuery).length
  const before = asked()
  expect(screen.queryByText('Up to date')).toBeNull()
  await user.click(refresh)
  expect(await screen.findByText('Up to date')).toBeTruthy()
  expect(asked()).toBe(before + 1)
})
