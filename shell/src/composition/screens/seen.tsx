import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

/** An area that shows nothing is waited for as any other, and is no screen after so many looks. */
const lookMs = 200
const mostLooks = 5
/** Between looks at an area that has shown something. */
const restMs = 500

/**
 * Throws, into the boundary around it, where nothing of the area can be seen: a route without an element, a page that
 * draws nothing or hides all of it. No screen of ours is empty, not even while it waits.
 *
 * @param pending  what stands there meanwhile
 */
export function Seen({ place, pending }: { place: RefObject<HTMLElement | null>; pending: ReactNode }) {
  const [looks, setLooks] = useState(0)
  const ours = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const look = () => {
      const isEmpty = place.current !== null && hasNothing(place.current, ours.current)
      setLooks(before => (isEmpty ? before + 1 : 0))
      timer = setTimeout(look, isEmpty ? lookMs : restMs)
    }
    let timer = setTimeout(look, lookMs)
    return () => clearTimeout(timer)
  }, [place])
  if (looks >= mostLooks) throw new Error('nothing of it can be seen')
  return looks === 0 ? null : <div ref={ours}>{pending}</div>
}

/**
 * React hides the area itself while something in it is not there yet; jsdom has no boxes.
 *
 * @param ours  what stands at its end and is none of its own
 */
function hasNothing(area: HTMLElement, ours: HTMLElement | null): boolean {
  if (area.childNodes.length === (ours ? 1 : 0)) return true
  const all = document.createRange()
  all.selectNodeContents(area)
  if (ours) all.setEndBefore(ours)
  if (!('getBoundingClientRect' in all) || getComputedStyle(area).display !== 'contents') return false
  const { width, height } = all.getBoundingClientRect()
  return width * height === 0
}
