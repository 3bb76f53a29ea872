import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

/** An area that shows nothing for this long has failed: no screen of ours is empty, not even while it waits. */
const emptyMs = 1_000

/**
 * Throws, into the boundary around it, if nothing of the area can be seen: a route without an element, a page that
 * draws nothing or hides all of it. Observes until the area is shown, and no longer.
 *
 * @param pending  drawn meanwhile
 */
export function Visible({ place, pending }: { place: RefObject<HTMLElement | null>; pending: ReactNode }) {
  const [status, setStatus] = useState<'unknown' | 'empty' | 'failed'>('unknown')
  const ours = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const area = place.current
    const isEmpty = () => area !== null && hasNothing(area, ours.current)
    if (!area || !isEmpty()) return
    setStatus('empty')
    const end = () => {
      clearTimeout(timer)
      content.disconnect()
      boxes?.disconnect()
    }
    const look = () => {
      if (isEmpty()) return
      end()
      setStatus('unknown')
    }
    const boxes = 'ResizeObserver' in globalThis ? new ResizeObserver(look) : undefined
    const content = new MutationObserver(() => {
      for (const child of area.children) boxes?.observe(child)
      look()
    })
    content.observe(area, { childList: true, subtree: true, attributes: true })
    const timer = setTimeout(() => {
      end()
      setStatus(isEmpty() ? 'failed' : 'unknown')
    }, emptyMs)
    return end
  }, [place])
  if (status === 'failed') throw new Error('nothing of it can be seen')
  return status === 'empty' ? <div ref={ours}>{pending}</div> : null
}

/**
 * An area without any room is not empty: React hides it while something in it is not there yet, an extension may hide
 * the page around it, and jsdom has no boxes.
 *
 * @param ours  the skeleton at its end, which is not the remote's
 */
function hasNothing(area: HTMLElement, ours: HTMLElement | null): boolean {
  if (area.getBoundingClientRect().width === 0) return false
  const all = document.createRange()
  all.selectNodeContents(area)
  if (ours) all.setEndBefore(ours)
  const { width, height } = all.getBoundingClientRect()
  return width * height === 0
}
