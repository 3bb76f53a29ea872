import { useEffect, useState, type RefObject } from 'react'

/** Nothing to see twice in a row, this long apart, is no screen. */
const lookMs = 500

/**
 * Throws, into the boundary around it, where nothing of the area can be seen: a route without an element, a page that
 * draws nothing or hides all of it. No screen of ours is empty, not even while it waits.
 */
export function Seen({ place }: { place: RefObject<HTMLElement | null> }): null {
  const [isBlank, setBlank] = useState(false)
  useEffect(() => {
    let before = false
    const timer = setInterval(() => {
      const now = place.current !== null && hasNothing(place.current)
      if (before && now) setBlank(true)
      before = now
    }, lookMs)
    return () => clearInterval(timer)
  }, [place])
  if (isBlank) throw new Error('nothing of it can be seen')
  return null
}

/** React hides the area itself while something in it is not there yet; jsdom has no boxes. */
function hasNothing(area: HTMLElement): boolean {
  if (area.childNodes.length === 0) return true
  const all = document.createRange()
  all.selectNodeContents(area)
  if (!('getBoundingClientRect' in all) || getComputedStyle(area).display !== 'contents') return false
  const { width, height } = all.getBoundingClientRect()
  return width * height === 0
}
