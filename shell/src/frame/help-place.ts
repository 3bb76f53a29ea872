import { useEffect, useRef, type RefObject } from 'react'

/**
 * What the help tab must never cover. Rows that are one large link are not meant: their content ends before the tab
 * begins.
 */
const precious =
  '.ac-btn, .ac-iconbtn, .ac-chip, .ac-pill, .ac-amt, .ac-field__box, .ac-seg, .ac-code, .ac-chev, .ac-switch, .ac-check, .ac-link, .ac-textlink, dialog'
/** What it should not cover either, where there is such a place: sentences that reach to the edge. */
const wordy = 'p, .ac-row__e, dt, dd, .ac-field__help, .ac-daylabel, .ac-row__t, .ac-row__s'
const stepPx = 12
/** Higher than this part of the window it is not looked for. */
const highest = 0.7
const settleMs = 120

/**
 * Lifts the help tab from its place to the next one where it covers no button, no field and no amount, and if
 * possible no words. It looks again after scrolling, typing, resizing and changes of the screen have come to rest.
 * Source: rulings.md R10.
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
  const from = { top: top + current, bottom: bottom + current }
  const all = (selector: string) => [...column.querySelectorAll(selector)].filter(element => !around.contains(element))
  const beside = (boxes: DOMRect[], edge: number) =>
    boxes.filter(box => box.width > 0 && box.height > 0 && box.right > edge)
  // 44 px to press, 32 of them in sight.
  const boxes = beside(
    all(precious).map(element => element.getBoundingClientRect()),
    left - 12,
  )
  const lines = all(wordy).flatMap(element => beside(linesOf(element), left))
  return (
    firstClear(from, [...boxes, ...lines], (window.innerHeight * highest) / 2) ??
    firstClear(from, boxes, window.innerHeight * highest) ??
    0
  )
}

/** The lines of text, not the block around them, which is as wide as the column. */
function linesOf(element: Element): DOMRect[] {
  const range = document.createRange()
  range.selectNodeContents(element)
  return [...range.getClientRects()]
}

/** The smallest lift at which nothing lies behind the tab, if there is one. */
export function firstClear(
  tab: { top: number; bottom: number },
  boxes: readonly { top: number; bottom: number }[],
  highestLift: number,
): number | undefined {
  for (let lift = 0; lift <= highestLift; lift += stepPx) {
    if (!boxes.some(box => box.top < tab.bottom - lift + 4 && box.bottom > tab.top - lift - 4)) return lift
  }
  return undefined
}
