// @vitest-environment jsdom
import { agentState } from '@adcoin/contract'
import { openRemote, when } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import remote from '../remote.tsx'

it('shows who brought what in the days of the chart, and who joined on the chosen one', async () => {
  const { user } = await openRemote(remote, '/team')
  const brought = await screen.findByRole('list', { name: 'What friends brought in these days' })
  expect(brought).toHaveTextContent(/ID u_diegoDiego · joined Jan 5.*4\.50.*ID u_elena/)
  const chart = await screen.findByRole('slider', { name: 'Team growth' })
  expect(chart).toHaveAttribute('aria-valuetext', 'Mar 9: 3 people')
  chart.focus()
  await user.keyboard('{ArrowLeft}')
  expect(await screen.findByRole('list', { name: 'Joined on Mar 8' })).toHaveTextContent('ID u_elena')
  expect(screen.queryByText('ID u_diego')).toBeNull()
  await user.keyboard('{ArrowLeft}')
  expect(await screen.findByText(/joined on this day\.$/)).toBeVisible()
})

it('asks for 7, 30 or 90 days, and shows whose days they are', async () => {
  const { api, user } = await openRemote(remote, '/team', {
    overrides: when(agentState, { time_zone: 'Asia/Kolkata' }),
  })
  expect(await screen.findByText('Days in India Standard Time')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: '90 days' }))
  await expect.poll(() => api.requests(agentState).at(-1)?.input).toEqual({ days: '90' })
  expect(await screen.findByText('From 0 to 3 people in 90 days')).toBeInTheDocument()
})
