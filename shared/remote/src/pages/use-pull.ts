import { useEffect, useRef, type RefObject } from 'react'

/** A finger that has pulled the top of the page down by this much asks. */
const enoughPx = 80

/**
 * Calls `ask` when a finger pulls the page down from its top and lets go. The element of the ref follows the finger by
 * `--pull` (px), has `data-enough` once letting go will ask, and `data-asked` after that. A pull that goes sideways or
 * back up ends.
 */
export function usePull(ask: () => void): RefObject<HTMLDivElement | null> {
  const mark = useRef<HTMLDivElement>(null)
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    let from: Touch | undefined
    let pulled = 0
    const draw = (by: number) => {
      pulled = by
      mark.current?.style.setProperty('--pull', String(Math.min(by, enoughPx * 1.5)))
      mark.current?.toggleAttribute('data-enough', by >= enoughPx)
    }
    const drop = () => {
      from = undefined
      draw(0)
    }
    const start = ({ touches }: TouchEvent) => {
      const isFree = scrollY <= 0 && touches.length === 1 && !document.querySelector('dialog[open]')
      from = isFree ? touches[0] : undefined
    }
    const move = ({ touches: [finger] }: TouchEvent) => {
      if (!from || !finger) return
      const down = finger.clientY - from.clientY
      const isSideways = pulled === 0 && Math.abs(finger.clientX - from.clientX) > down
      if (isSideways || down < 0 || scrollY > 0) drop()
      else draw(down)
    }
    const end = () => {
      const isAsked = from !== undefined && pulled >= enoughPx
      drop()
      mark.current?.toggleAttribute('data-asked', isAsked)
      if (isAsked) latest.current()
    }
    const listeners = { touchstart: start, touchmove: move, touchend: end, touchcancel: drop } as const
    const names = Object.keys(listeners) as (keyof typeof listeners)[]
    for (const name of names) document.addEventListener(name, listeners[name] as EventListener, { passive: true })
    return () => {
      for (const name of names) document.removeEventListener(name, listeners[name] as EventListener)
    }
  }, [])
  return mark
}
