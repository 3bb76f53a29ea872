// @vitest-environment jsdom
import { Fragment, useEffect, type ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { texts } from '../texts.ts'
import { BareErrorCard, LastResort } from './last-resort.tsx'

beforeAll(() => texts.load('en_US'))
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(cleanup)

function Screen({ thrown }: { thrown: unknown }): never {
  throw thrown
}

const thrownThings = {
  nothing: () => null,
  'a word': () => 'x',
  'a frozen error': () => Object.freeze(new Error('frozen')),
  'an error whose message throws': () => ({
    get message(): string {
      throw new Error('trap')
    },
  }),
}

test.each(Object.keys(thrownThings) as (keyof typeof thrownThings)[])(
  '%s thrown by a screen ends in the card and is reported once',
  name => {
    const thrown = thrownThings[name]()
    const onFailure = vi.fn()
    render(
      <LastResort onFailure={onFailure} fallback={() => <BareErrorCard />}>
        <Screen thrown={thrown} />
      </LastResort>,
    )
    expect(screen.getByText('Something went wrong, please try again later')).toBeTruthy()
    expect(onFailure).toHaveBeenCalledTimes(1)
  },
)

test('a card that throws itself ends in the bare one', () => {
  render(
    <LastResort onFailure={() => undefined} fallback={() => <BareErrorCard />}>
      <LastResort onFailure={() => undefined} fallback={() => <Screen thrown={new Error('card')} />}>
        <Screen thrown={new Error('screen')} />
      </LastResort>
    </LastResort>,
  )
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('retry draws the screen again', async () => {
  let isBroken = true
  function Sometimes() {
    if (isBroken) throw new Error('once')
    return <p>There it is</p>
  }
  render(
    <LastResort
      onFailure={() => undefined}
      fallback={retry => (
        <button type="button" onClick={retry}>
          Again
        </button>
      )}
    >
      <Sometimes />
    </LastResort>,
  )
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Again' }))
  expect(screen.getByText('There it is')).toBeTruthy()
})

test('a screen that throws at unmount leaves the next one whole; that may still fail to its card', () => {
  function Leaving() {
    useEffect(
      () => () => {
        throw new Error('leaving')
      },
      [],
    )
    return <p>Former</p>
  }
  const at = (place: string, children: ReactNode) => (
    <LastResort contentKey={place} onFailure={() => undefined} fallback={() => <BareErrorCard />}>
      <Fragment key={place}>{children}</Fragment>
    </LastResort>
  )
  const { rerender } = render(at('a', <Leaving />))
  rerender(at('b', <p>Next</p>))
  expect(screen.getByText('Next')).toBeTruthy()
  rerender(at('c', <Screen thrown={new Error('broken')} />))
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  rerender(at('d', <p>After</p>))
  expect(screen.getByText('After')).toBeTruthy()
})
