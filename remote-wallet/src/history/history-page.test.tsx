// @vitest-environment jsdom
import { openRemote } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import remote from '../remote.tsx'

it.each([
  ['Trail bottle review', /TaskTrail bottle review.*ReferenceAD-a_pa-ssed/],
  ['Team income', /FriendID u_diego · Diego.*ReferenceTX-x_2/],
])('the receipt of %s shows through what it came', async (row, receipt) => {
  const { user } = await openRemote(remote, '/tradingList')
  await user.click(await screen.findByRole('button', { name: row }))
  expect(screen.getByRole('dialog').textContent).toMatch(receipt)
})
