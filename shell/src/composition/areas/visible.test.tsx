// @vitest-environment jsdom
import { act, Component, useRef, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Visible } from './visible.tsx'

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

const size = (width: number, height: number) => ({ width, height }) as DOMRect
let areaWidth = 390
beforeEach(() => {
  areaWidth = 390
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  // jsdom has no boxes. Here the area is as wide as the page, and what it holds has no size.
  Object.assign(Range.prototype, { getBoundingClientRect: () => size(0, 0) })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => size(areaWidth, 0))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  Reflect.deleteProperty(Range.prototype, 'getBoundingClientRect')
  document.body.replaceChildren()
})

async function draw(): Promise<HTMLElement> {
  const root = document.body.appendChild(document.createElement('div'))
  await act(async () => createRoot(root).render(<Area />))
  return root
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

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
