// @vitest-environment jsdom
import { agentQuery } from '@adcoin/contract'
import { openRemote } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import door from '../remote.tsx'

it('asks for the list again on request, and says only then that it is up to date', async () => {
  const { api, user } = await openRemote(door, '/teamList')
  const refresh = await screen.findByRole('button', { name: 'Refresh' })
  const asked = () => api.requests(agentQuery).length
  const before = asked()
  expect(screen.queryByText('Up to date')).toBeNull()
  await user.click(refresh)
  expect(await screen.findByText('Up to date')).toBeTruthy()
  expect(asked()).toBe(before + 1)
})
