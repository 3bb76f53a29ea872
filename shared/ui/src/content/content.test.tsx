// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setLanguage } from '@adcoin/i18n'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AreaChart, toPoints } from '../charts/area-chart.tsx'
import { BarChart } from '../charts/bar-chart.tsx'
import { findPointIndex } from '../charts/point-slider.tsx'
import { Button } from '../controls/button.tsx'
import { Amount, AmountText } from './amount.tsx'
import { Block } from '../layout/groups.tsx'
import { List, Row } from './list.tsx'
import { Avatar } from './pictures.tsx'
import { Receipt } from './receipt.tsx'
import { Failed, Skeleton } from './states.tsx'
import { Pill, Steps, Track } from './status.tsx'

afterEach(async () => {
  cleanup()
  await act(() => setLanguage('en_US'))
})

/** As translators of browsers do it: another element in place of each text, but in what is not to be translated. */
function translate(root: HTMLElement): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found = Array.from({ length: 100 }, () => texts.nextNode()).filter(node => node?.parentElement)
  for (const text of found) {
    if (!text?.textContent || text.parentElement?.closest('[translate=no]')) continue
    const font = document.createElement('font')
    font.textContent = text.textContent.toUpperCase()
    text.parentElement?.replaceChild(font, text)
  }
}

describe('an amount of money', () => {
  const textOf = (minor: string, sign?: 'always') => render(<Amount minor={minor} sign={sign} />).container.textContent

  it.each([
    ['128450', undefined, '1,284.50 Ad Coin'],
    ['600', 'always', '+6.00 Ad Coin'],
    ['-40000', undefined, '−400.00 Ad Coin'],
    ['0', 'always', '0.00 Ad Coin'],
    ['5', undefined, '0.05 Ad Coin'],
  ] as const)('of %s minor units (%s) reads %s', (minor, sign, text) => {
    expect(textOf(minor, sign)).toBe(text)
  })

  it('is right in a page that the browser has translated, with a sentence around it or without', () => {
    const draw = (minor: string, cash: string, words = 'You sell') => (
      <>
        <Amount minor={minor} />
        <p>
          <AmountText text={`${words} ${cash} of (${cash}), kr2.00 fee`} amounts={[cash, 'kr2.00']} />
        </p>
      </>
    )
    const { container, rerender } = render(draw('1000', 'kr10.00'))
    translate(container)
    expect(container.textContent).toBe('10.00 Ad CoinYOU SELL kr10.00 OF (kr10.00), kr2.00 FEE')
    rerender(draw('5500', 'kr55.00'))
    expect(container.textContent).toBe('55.00 Ad CoinYOU SELL kr55.00 OF (kr55.00), kr2.00 FEE')
    rerender(draw('5500', 'kr55.00', 'You keep'))
    expect(container.textContent).toBe('55.00 Ad CoinYou keep kr55.00 of (kr55.00), kr2.00 fee')
  })

  it('follows the language', async () => {
    await act(() => setLanguage('pt_PT'))
    expect(textOf('12845000')).toMatch(/^128.450,00 Ad Coin$/)
    cleanup()
    await act(() => setLanguage('hi_IN'))
    expect(textOf('12845000')).toBe('1,28,450.00 Ad Coin')
  })

  it('stays exact beyond what a float can hold', () => {
    expect(textOf('900719925474099')).toBe('9,007,199,254,740.99 Ad Coin')
  })

  it('in another currency carries its sign and no coin', () => {
    const { container } = render(<Amount minor="9800" currency="BRL" />)
    expect(container.textContent).toBe('R$98.00')
    expect(container.querySelector('svg')).toBeNull()
  })

  it('is never red when it is spent', () => {
    const { container } = render(<Amount minor="-40000" sign="always" />)
    expect(container.firstElementChild?.className).toBe('ac-amt')
  })
})

describe('the number that matters', () => {
  it.each([undefined, '/money'] as const)('is in a group named by its label, with its link %s', to => {
    render(
      <Block label="Balance" to={to} end={<Button>Hide</Button>}>
        <Amount minor="128450" />
      </Block>,
    )
    const block = within(screen.getByRole('group', { name: 'Balance' }))
    expect(block.getByText('1,284')).toBeTruthy()
    expect(block.queryAllByRole('link', { name: 'Balance' })).toHaveLength(to ? 1 : 0)
  })
})

describe('a receipt', () => {
  const rows = [
    { label: 'Fee', value: '1.00' },
    { label: 'You receive', value: '49.00' },
  ]

  it('is a group of its name, with each value after its label', () => {
    render(<Receipt label="Your sale" rows={rows} />)
    const receipt = within(screen.getByRole('group', { name: 'Your sale' }))
    const read = receipt.getAllByRole('term').map(term => [term.textContent, term.nextElementSibling?.textContent])
    expect(read).toEqual([
      ['Fee', '1.00'],
      ['You receive', '49.00'],
    ])
  })

  it('without a name is no group', () => {
    render(<Receipt rows={rows} />)
    expect(screen.queryByRole('group')).toBeNull()
  })
})

describe('a row', () => {
  it('that leads on has a chevron, by an address or a press, unless something else is at its end', () => {
    const onClick = () => undefined
    render(
      <List>
        <Row title="Language" to="/language" />
        <Row title="Log out" onClick={onClick} />
        <Row title="Nickname" value="Ana" />
        <Row title="Device" onClick={onClick} end="Now" />
        <Row title="Withdrawal" to="/withdraw" end="9.00" chevron />
      </List>,
    )
    const hasChevron = screen.getAllByRole('listitem').map(row => row.querySelector('svg') !== null)
    expect(hasChevron).toEqual([true, true, false, false, true])
  })

  it('is a link by its title, described by note and end', () => {
    render(
      <List>
        <Row title="Withdrawal" note="Nubank" end={<Pill tone="warn">Waiting</Pill>} to="/tradingList" />
      </List>,
    )
    const link = screen.getByRole('link', { name: 'Withdrawal' })
    const words = (link.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent)
    expect(words).toEqual(['Nubank', 'Waiting'])
  })

  it('has a button at its end that is not inside its link', async () => {
    const onClaim = vi.fn()
    const onOpen = vi.fn()
    render(
      <List>
        <Row title="Post a video" onClick={onOpen} end={<Button onClick={onClaim}>Claim</Button>} />
      </List>,
    )
    expect(within(screen.getByRole('button', { name: 'Post a video' })).queryByRole('button')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Claim' }))
    expect(onClaim).toHaveBeenCalledOnce()
    expect(onOpen).not.toHaveBeenCalled()
  })

  it('without a target is only read', () => {
    render(
      <List>
        <Row title="Nickname" value="Ana" />
      </List>,
    )
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('a status', () => {
  it('in a track shows its state in words, and the current position', () => {
    render(
      <Track
        steps={[
          { state: 'done', title: 'Submitted' },
          { state: 'waiting', title: 'Approval' },
          { state: 'failed', title: 'Review' },
        ]}
      />,
    )
    const [done, waiting, failed] = screen.getAllByRole('listitem')
    expect(done?.textContent).toBe('Submitted (Done)')
    expect(waiting?.getAttribute('aria-current')).toBe('step')
    expect(failed?.textContent).toBe('Review (Failed)')
  })

  it('in steps is shown as a sentence', () => {
    render(<Steps count={3} current={2} />)
    expect(screen.getByRole('img', { name: 'Step 2 of 3' })).toBeTruthy()
  })
})

describe('the states of a part', () => {
  it('loading is announced', () => {
    render(<Skeleton shape="rows" />)
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it.each(['rows', 'text', 'amount', 'circle', 'card'] as const)(
    'loading (%s) has no inline style, so that it may stand in a prerendered fragment',
    shape => {
      const drawn = renderToStaticMarkup(<Skeleton shape={shape} />)
      expect(drawn).toContain('ac-sk')
      expect(drawn).not.toContain('style=')
    },
  )

  it('failed offers to try again and gives the reference for support', async () => {
    const onRetry = vi.fn()
    render(<Failed onRetry={onRetry} reference="7f3a" />)
    expect(screen.getByRole('alert').textContent).toContain('Ref 7f3a')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  it('failed shows what a person can do, never that something else works', () => {
    render(<Failed onRetry={() => undefined} />)
    expect(screen.getByRole('alert').textContent).toBe('This part is unavailableRetry')
  })

  it.each([
    ['Ana Souza', 'AS'],
    ['ana.cria', 'AC'],
    ['王小明', '王'],
    ['👨‍👩‍👧 family', '👨‍👩‍👧F'],
    ['', ''],
  ])('a person called %s has the initials %s', (name, initials) => {
    expect(render(<Avatar name={name} />).container.textContent).toBe(initials)
  })

  it('a person of whom nothing is known yet has a figure instead', () => {
    expect(render(<Avatar name="" />).container.querySelector('svg')).not.toBeNull()
    expect(render(<Avatar name="Ana" />).container.querySelector('svg')).toBeNull()
  })
})

describe('a chart', () => {
  it('of columns has its value in words for screen readers', () => {
    render(<BarChart label="Earnings" textValue="136.80 Ad Coin in seven days" points={[{ label: 'Mon', value: 3 }]} />)
    expect(screen.getByRole('figure', { name: 'Earnings' }).textContent).toContain('136.80 Ad Coin in seven days')
    expect(screen.queryByRole('list')).toBeNull()
  })

  const days = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      label: `d${index}`,
      value: index,
      text: `day ${index}: ${index}.00`,
    }))

  it('shows the value of a column by arrow keys, in one tab stop', async () => {
    const user = userEvent.setup()
    render(<BarChart label="Earnings" textValue="All" points={days(30)} />)
    const slider = screen.getByRole('slider', { name: 'Earnings' })
    expect(slider).toHaveAttribute('aria-valuetext', 'day 29: 29.00')
    await user.tab()
    expect(slider).toHaveFocus()
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(slider).toHaveAttribute('aria-valuetext', 'day 27: 27.00')
    expect(slider).toHaveTextContent('day 27: 27.00')
    expect(screen.getAllByRole('listitem', { hidden: true }).filter(column => column.className)).toHaveLength(1)
    await user.keyboard('{Home}{ArrowLeft}')
    expect(slider).toHaveAttribute('aria-valuetext', 'day 0: 0.00')
    await user.keyboard('{PageUp}{End}{ArrowRight}')
    expect(slider).toHaveAttribute('aria-valuetext', 'day 29: 29.00')
    await user.tab()
    expect(document.body).toHaveFocus()
  })

  it('shows the value of what is tapped', () => {
    const values: number[] = []
    render(<AreaChart label="Team" textValue="All" points={days(7)} onChoose={index => void values.push(index)} />)
    const slider = screen.getByRole('slider', { name: 'Team' })
    slider.getBoundingClientRect = () => ({ left: 10, width: 60 }) as DOMRect
    fireEvent.pointerDown(slider, { clientX: 41 })
    expect(slider).toHaveAttribute('aria-valuetext', 'day 3: 3.00')
    fireEvent.pointerMove(slider, { clientX: 70 })
    expect(values).toEqual([3])
  })

  it.each([
    [0, 7, 'columns', 0],
    [0.14, 7, 'columns', 0],
    [0.15, 7, 'columns', 1],
    [1, 7, 'columns', 6],
    [-0.2, 90, 'columns', 0],
    [0.49, 3, 'edges', 1],
    [0.2, 3, 'edges', 0],
    [1.5, 3, 'edges', 2],
  ] as const)('finds at %d of %d %s the point %d', (share, count, placement, index) => {
    expect(findPointIndex(share, count, placement)).toBe(index)
  })

  it('draws nothing, and breaks nothing, without values', () => {
    expect(toPoints([])).toEqual([])
    render(
      <>
        <AreaChart label="Team" textValue="No members yet" points={[]} />
        <BarChart label="Earnings" textValue="Nothing yet" points={[{ label: 'Mon', value: 0 }]} />
      </>,
    )
    expect(screen.getByRole('img', { name: 'No members yet' }).innerHTML).not.toContain('NaN')
    expect(screen.getByRole('listitem', { hidden: true }).querySelector('i')?.style.height).toBe('0px')
  })

  it('of one value is at the right, of several from edge to edge', () => {
    expect(toPoints([5])).toEqual([[302, 8]])
    expect(toPoints([0, 5]).map(([x, y]) => [x, y])).toEqual([
      [8, 76],
      [302, 8],
    ])
  })
})
