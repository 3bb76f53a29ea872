// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { balance } from '@adcoin/contract'
import { when } from '@adcoin/testing'
import { bootAt, screen } from '../testing/boot-at.tsx'

test('the example ends in the currency of the person, and its answer leads to the screen', async () => {
  const { heading } = await bootAt('/faq')
  await heading('Frequently asked questions')
  const line = (await screen.findByText('You receive')).parentElement
  await expect.poll(() => line?.textContent).toMatch(/You receiveMX\$137\.20/)
  expect(screen.getAllByRole('link', { name: 'Sell Ad Coin' })[0]?.getAttribute('href')).toBe('/sell')
})

test('without a price it ends in Ad Coin', async () => {
  const { heading } = await bootAt('/faq', { answers: ({ refusal }) => when(balance, refusal('unavailable')) })
  await heading('Frequently asked questions')
  expect((await screen.findByText('You receive')).parentElement?.textContent).toMatch(/392\.00 Ad Coin/)
})
