// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BrowserRouter, Navigate, useLocation } from '@adcoin/router'
import { MissedNavigation } from './router.tsx'

beforeEach(() => window.history.replaceState(null, '', '/home'))
afterEach(cleanup)

/** Its parent, the router, has read the address and does not listen yet. */
function GoesAtOnce({ to }: { to: string }) {
  useLayoutEffect(() => {
    window.history.pushState({ idx: 1 }, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
  }, [to])
  return <output>{useLocation().pathname}</output>
}

test('the screen is that of the address, also where the browser went on during the first render', async () => {
  render(
    <BrowserRouter useTransitions={false}>
      <MissedNavigation />
      <GoesAtOnce to="/money" />
    </BrowserRouter>,
  )
  await expect.poll(() => screen.getByRole('status').textContent).toBe('/money')
})

test('a first screen that redirects is not announced twice', async () => {
  let pops = 0
  const count = () => (pops += 1)
  window.addEventListener('popstate', count)
  const Where = () => <output>{useLocation().pathname}</output>
  render(
    <BrowserRouter useTransitions={false}>
      <MissedNavigation />
      {window.location.pathname === '/home' && <Navigate to="/login" replace />}
      <Where />
    </BrowserRouter>,
  )
  await expect.poll(() => screen.getByRole('status').textContent).toBe('/login')
  expect(pops).toBe(0)
  window.removeEventListener('popstate', count)
})
