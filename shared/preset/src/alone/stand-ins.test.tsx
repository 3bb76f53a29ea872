// @vitest-environment jsdom
import { act, useState, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { jsxDEV } from './stand-in-elements.ts'
import { standingIn } from './stand-in-module.ts'
import { createSignatureFunctionForTransform, performReactRefresh, register } from './stand-ins.ts'

type Component = (props: { text?: string }) => ReactNode
const sign = createSignatureFunctionForTransform()

/** A component as the transform registers it: under its name, with the hooks that it calls. */
function counter(title: string, hooks: string, file = expect.getState().currentTestName): Component {
  const Counter: Component = () => {
    const [count, setCount] = useState(0)
    return (
      <button type="button" onClick={() => setCount(count + 1)}>
        {title} {count}
      </button>
    )
  }
  sign(Counter, hooks)
  register(Counter, `${file} Counter`)
  return Counter
}

let root: Root
let place: HTMLElement
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})
afterEach(() => {
  act(() => root.unmount())
  place.remove()
})

const press = () => act(() => place.querySelector('button')?.click())
const written = (save: () => void) =>
  act(() => {
    save()
    performReactRefresh()
  })

it('a component that is written anew is drawn at once and keeps its state, while its hooks are the same', () => {
  const first = counter('Before', 'useState')
  act(() => root.render(jsxDEV(first, {}, undefined, false)))
  press()
  press()
  expect(place.textContent).toBe('Before 2')
  written(() => counter('After', 'useState'))
  expect(place.textContent).toBe('After 2')
  written(() => counter('Once more', 'useState'))
  press()
  expect(place.textContent).toBe('Once more 3')
})

it('with other hooks it begins anew', () => {
  const first = counter('Before', 'useState')
  act(() => root.render(jsxDEV(first, {}, undefined, false)))
  press()
  written(() => counter('After', 'useState useMemo'))
  expect(place.textContent).toBe('After 0')
})

it('a page that the kit draws is the stand-in itself, and what is no component stays what it is', async () => {
  const Page = counter('Page', 'useState')
  const module = await standingIn(Promise.resolve({ Page, title: 'titles.page' }))
  expect(module.title).toBe('titles.page')
  expect(module.Page).not.toBe(Page)
  act(() => root.render(<module.Page />))
  press()
  written(() => counter('Written anew', 'useState'))
  expect(place.textContent).toBe('Written anew 1')
})
