import { useEffect, useRef, type RefObject } from 'react'

/** What the help tab must never cover. Rows that are one large link are not meant: their content ends before the tab begins. */
const precious = '.ac-btn, .ac-iconbtn, .ac-chip, .ac-pill, .ac-amt, .ac-field__box, .ac-seg, .ac-code, .ac-chev, .ac-switch, .ac-check, .ac-link, .ac-textlink, dialog'
const stepPx = 12
/** Higher than this part of the window it is not looked for. */
const highest = 0.7
const settleMs = 120

/**
 * Lifts the help tab from its place to the next one where it covers no button, no field and no amount. It looks again after
 * scrolling, typing, resizing and changes of the screen have come to rest. Source: ruling R10.
 *
 * @returns for the element around the tab
 */
export function useHelpPlace(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const around = place.current
    const column = around?.closest<HTMLElement>('[data-column]')
    if (!around || !column) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => around.style.setProperty('--help-lift', `${liftFor(around, column)}px`), settleMs)
    }
    const content = new MutationObserver(look)
    content.observe(column, { childList: true, subtree: true, characterData: true })
    const events = ['scroll', 'resize'] as const
    for (const name of events) window.addEventListener(name, look, { passive: true })
    look()
    return () => {
      clearTimeout(timer)
      content.disconnect()
      for (const name of events) window.removeEventListener(name, look)
    }
  }, [])
  return place
}

function liftFor(around: HTMLElement, column: HTMLElement): number {
  const tab = around.firstElementChild
  if (!tab) return 0
  const current = Number.parseFloat(around.style.getPropertyValue('--help-lift')) || 0
  const { left, top, bottom } = tab.getBoundingClientRect()
  // 44 px to press, 32 of them in sight.
  const isBeside = (box: DOMRect) => box.width > 0 && box.height > 0 && box.right > left - 12
  const boxes = [...column.querySelectorAll(precious)].filter(element => !around.contains(element)).map(element => element.getBoundingClientRect()).filter(isBeside)
  return firstClear({ top: top + current, bottom: bottom + current }, boxes, window.innerHeight * highest)
}

/** The smallest lift at which nothing lies behind the tab; none where there is no such place. */
export function firstClear(tab: { top: number; bottom: number }, boxes: readonly { top: number; bottom: number }[], highestLift: number): number {
  for (let lift = 0; lift <= highestLift; lift += stepPx) {
    if (!boxes.some(box => box.top < tab.bottom - lift + 4 && box.bottom > tab.top - lift - 4)) return lift
  }
  return 0
}
