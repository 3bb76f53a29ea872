// @vitest-environment jsdom
import { apiDouble, renderRemote, type ApiDouble } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import door from '../remote.tsx'

let api: ApiDouble
afterEach(() => api.end())

it.each([
  ['Trail bottle review', /TaskTrail bottle review.*ReferenceAD-a_passed/],
  ['Team income', /FriendID u_diego · Diego.*ReferenceTX-x_2/],
])('the receipt of %s says through what it came', async (row, receipt) => {
  api = apiDouble()
  const { user } = await renderRemote(door, { path: '/tradingList' })
  await user.click(await screen.findByRole('button', { name: row }))
  expect(screen.getByRole('dialog').textContent).toMatch(receipt)
})
