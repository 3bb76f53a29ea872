// @vitest-environment jsdom
import { act, Component, useRef, type ReactNode } from 'react'
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
const { RemoteOutlet, Visible } = await import('./outlet.tsx')

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

class Wall extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override render = () => (this.state.hasFailed ? 'failed' : this.props.children)
}

function Area() {
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} data-area="">
      <Wall>
        <p />
        <Visible place={place} pending="pending" />
      </Wall>
    </div>
  )
}

beforeEach(() => {
  areaWidth = 390
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

async function draw(): Promise<HTMLElement> {
  const root = document.body.appendChild(document.createElement('div'))
  await act(async () => createRoot(root).render(<Area />))
  return root
}
async function wait(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 100) await act(() => vi.advanceTimersByTimeAsync(100))
}

test('an area that shows nothing has failed a second later', async () => {
  const root = await draw()
  expect(root.textContent).toBe('pending')
  await wait(1_100)
  expect(root.textContent).toBe('failed')
})

test('an area without any room is not empty: it, or something around it, is hidden', async () => {
  areaWidth = 0
  const root = await draw()
  expect(root.textContent).toBe('')
  await wait(1_100)
  expect(root.textContent).toBe('')
})

test('an area that is hidden while its content is awaited has not failed', async () => {
  const root = await draw()
  areaWidth = 0
  await wait(1_100)
  expect(root.textContent).toBe('')
})

describe('a revoked release on screen', () => {
  let told: () => void
  const replaceRevoked = vi.fn()
  const module = {
    routes: [
      {
        path: '/team',
        element: (
          <form>
            <input name="note" />
          </form>
        ),
      },
    ],
    start: () => () => undefined,
  } as unknown as RemoteModule
  const view: View = { status: 'ready', remote: { app: 'remote-team', release: '1.0.0-00000010', module }, drawing: 1 }
  const nothing = () => undefined
  const area: OutletArea = {
    ...{ view: () => view, subscribe: () => nothing, enter: () => nothing, shown: nothing, broke: nothing },
    ...{
      retry: nothing,
      replaceRevoked,
      arrival: Object.assign(Promise.resolve(view), { status: 'fulfilled', value: view }),
    },
  }
  const composition = { area: () => area, onChange: (listener: () => void) => ((told = listener), nothing) }

  async function open(): Promise<HTMLFormElement> {
    replaceRevoked.mockClear()
    window.history.replaceState(null, '', '/team')
    const root = document.body.appendChild(document.createElement('div'))
    const outlet = (
      <BrowserRouter>
        <Outlet />
      </BrowserRouter>
    )
    await act(async () => createRoot(root).render(outlet))
    return root.querySelector('form') ?? expect.fail()
  }
  function Outlet() {
    return (
      <RemoteOutlet
        composition={composition}
        app="remote-team"
        location={useLocation()}
        language="en_US"
        failed={() => null}
      />
    )
  }
  const type = (form: HTMLFormElement) =>
    form.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }))

  test('is replaced at once, unless somebody typed', async () => {
    const form = await open()
    told()
    expect(replaceRevoked).toHaveBeenCalledTimes(1)
    type(form)
    told()
    expect(replaceRevoked).toHaveBeenCalledTimes(1)
  })

  test('is replaced after a submit, though the form writes into its fields as it is rejected', async () => {
    const form = await open()
    type(form)
    form.addEventListener('submit', () => void type(form))
    form.dispatchEvent(new Event('submit', { bubbles: true }))
    expect(replaceRevoked).not.toHaveBeenCalled()
    await wait(1)
    expect(replaceRevoked).toHaveBeenCalledTimes(1)
  })
})
