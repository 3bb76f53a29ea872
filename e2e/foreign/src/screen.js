import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Counter({ says }) {
  const [count, setCount] = useState(0)
  return createElement('button', { type: 'button', onClick: () => setCount(count + 1) }, `${says}: ${count}`)
}

/** Draws into an element of somebody else's page. @returns takes it away */
export function mount(element, says) {
  const root = createRoot(element)
  root.render(createElement(Counter, { says }))
  return () => root.unmount()
}
