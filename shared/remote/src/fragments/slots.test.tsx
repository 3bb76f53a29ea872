// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Amount } from '@adcoin/ui/pages'
import { SlotAmount, SlotFigure, SlotItem, SlotList } from './slots.tsx'

it('an amount in a fragment looks as one in React, with a slot for its digits', () => {
  const drawn = render(<Amount minor="100" size="big" />).container.firstElementChild
  const slot = render(<SlotAmount path="reward" isSigned isBig />).container.firstElementChild
  expect(slot?.className).toBe(drawn?.className)
  expect(slot?.querySelector('svg')?.outerHTML).toBe(drawn?.querySelector('svg')?.outerHTML)
  expect(slot?.lastElementChild?.outerHTML).toBe(drawn?.lastElementChild?.outerHTML)
  expect(slot?.querySelector('[data-slot="reward"]')?.getAttribute('data-as')).toBe('signedCoin')
})

it('a browser, where React draws the answers, has no slots', () => {
  const { container } = render(
    <>
      <SlotFigure of="balance" path="amount" />
      <SlotList of="taskList.list" most={3} row={<li />} />
      <SlotItem of="taskList.list">text</SlotItem>
    </>,
  )
  expect(container.innerHTML).toBe('')
})
