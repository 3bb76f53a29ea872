// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RemoteModule } from '@adcoin/remote'
import { BrowserRouter, useLocation } from '@adcoin/router'
import type { OutletArea, View } from './area.ts'

const size = (width: number, height: number) => ({ width, height }) as DOMRect
let areaWidth = 390
// jsdom has no boxes. Here the area is as wide as the page, and what it holds has no size. Before `outlet.tsx` reads
// them: it takes these as they were before any remote ran.
Object.assign(Range.prototype, { getBoundingClientRect: () => size(0, 0) })
Object.assign(Element.prototype, { getBoundingClientRect: () => size(areaWidth, 0) })
const { RemoteOutlet } = await import('./outlet.tsx')

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let told: () => void
const [shown, replaceRevoked] = [vi.fn(), vi.fn<() => void>()]
const nothing = () => undefined
const form = (
  <form>
    <input name="note" />
  </form>
)
const module = { routes: [{ path: '/team', element: form }], start: () => nothing } as unknown as RemoteModule
const first = {
  status: 'ready',
  remote: { app: 'remote-team', release: '1.0.0-00000010', module },
  drawing: 1,
} as const
const next = { status: 'ready', remote: { ...first.remote, release: '1.0.0-00000020' }, drawing: 2 } as const
let view: View & { status: 'ready' } = first
let redraw: () => void = () => undefined
const arrival = Object.assign(Promise.resolve(view), { status: 'fulfilled', value: first })
const area: OutletArea = {
  ...{ view: () => view, arrival, subscribe: change => ((redraw = change), nothing), enter: () => nothing },
  ...{ markShown: shown, handleBreak: nothing, retry: nothing, isRevoked: () => true, replaceRevoked },
}
const composition = { area: () => area, onChange: (listener: () => void) => ((told = listener), nothing) }

beforeEach(() => {
  areaWidth = 390
  view = first
  vi.useFakeTimers()
  vi.clearAllMocks()
  window.history.replaceState(null, '', '/team')
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

function Outlet() {
  return (
    <RemoteOutlet
      composition={composition}
      app="remote-team"
      location={useLocation()}
      language="en_US"
      failed={() => null}
      pending="pending"
      onReplaced={nothing}
    />
  )
}
async function draw(): Promise<HTMLElement> {
  const root = document.body.appendChild(document.createElement('div'))
  const outlet = (
    <BrowserRouter>
      <Outlet />
    </BrowserRouter>
  )
  await act(async () => createRoot(root).render(outlet))
  return root
}
async function wait(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 100) await act(() => vi.advanceTimersByTimeAsync(100))
}

test('an empty area shows the skeleton, and counts as shown once something can be seen', async () => {
  const root = await draw()
  await wait(1_100)
  expect([root.textContent, shown.mock.calls.length]).toEqual(['pending', 0])
  areaWidth = 0
  await wait(100)
  expect([root.textContent, shown.mock.calls]).toEqual(['', [[view.remote]]])
  await wait(1_100)
  expect(shown).toHaveBeenCalledTimes(1)
})

test('an area without any room is not empty: it, or something around it, is hidden', async () => {
  areaWidth = 0
  const root = await draw()
  expect([root.textContent, shown.mock.calls.length]).toEqual(['', 1])
})

describe('a revoked release on screen', () => {
  const open = async () => (await draw()).querySelector('form') ?? expect.fail()
  const type = (into: HTMLFormElement) =>
    into.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }))

  test('is replaced at once, unless the person has typed', async () => {
    const drawn = await open()
    told()
    expect(replaceRevoked).toHaveBeenCalledTimes(1)
    type(drawn)
    told()
    expect(replaceRevoked).toHaveBeenCalledTimes(1)
  })

  test('is replaced after a submit, though the form writes into its fields as it is rejected', async () => {
    const drawn = await open()
    type(drawn)
    drawn.addEventListener('submit', () => void type(drawn))
    drawn.dispatchEvent(new Event('submit', { bubbles: true }))
    expect(replaceRevoked).not.toHaveBeenCalled()
    await wait(100)
    expect(replaceRevoked).toHaveBeenCalledTimes(1)
  })

  test('is replaced only when the submit is answered, and the next one has what was typed', async () => {
    const drawn = await open()
    const field = drawn.querySelector('input') ?? expect.fail()
    field.value = 'half of a password'
    type(drawn)
    drawn.dispatchEvent(new Event('submit', { bubbles: true }))
    drawn.append(Object.assign(document.createElement('button'), { ariaBusy: 'true' }))
    await wait(1_000)
    expect(replaceRevoked).not.toHaveBeenCalled()
    replaceRevoked.mockImplementationOnce(() => void (view = next))
    drawn.lastElementChild?.remove()
    await wait(100)
    await act(async () => redraw())
    expect(field.isConnected).toBe(false)
    expect(document.querySelector('[data-release="1.0.0-00000020"] input')).toHaveValue('half of a password')
  })
})
