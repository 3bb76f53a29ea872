import { useEffect, useRef, type RefObject } from 'react'

/**
 * The content that the help tab must not cover. Rows that are one large link are not meant: their content ends before
 * it begins.
 */
const precious =
  '.ac-btn, .ac-iconbtn, .ac-chip, .ac-pill, .ac-amt, .ac-field__box, .ac-seg, .ac-code, .ac-chev, .ac-switch, .ac-check, .ac-link, .ac-textlink, dialog'
/** Sentences that reach to the edge. */
const wordy = 'p, h1, .ac-row__e, dt, dd, .ac-field__help, .ac-daylabel, .ac-row__t, .ac-row__s'
/** Width of the tab over an empty background. */
const wholePx = 32
const settleMs = 120

/**
 * The help tab keeps its place. Over a button, a field, an amount or text it draws back into the empty gutter. It looks
 * again after scrolling, typing, resizing and changes of the screen. Source: rulings.md R10.
 *
 * @returns a ref for the element around the tab
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
      timer = setTimeout(() => around.toggleAttribute('data-back', coversSomething(around, column)), settleMs)
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

function coversSomething(around: HTMLElement, column: HTMLElement): boolean {
  const tab = around.firstElementChild?.getBoundingClientRect()
  if (!tab) return false
  const all = (selector: string) => [...column.querySelectorAll(selector)].filter(element => !around.contains(element))
  const left = tab.right - wholePx
  // 44 px to press, 32 of them in sight.
  return (
    all(precious).some(element => isBehind({ ...edges(tab), left: left - 12 }, element.getBoundingClientRect())) ||
    all(wordy).some(element => linesOf(element).some(line => isBehind({ ...edges(tab), left }, line)))
  )
}

/** The lines of text, not the block around them, which is as wide as the column. */
function linesOf(element: Element): DOMRect[] {
  const range = document.createRange()
  range.selectNodeContents(element)
  return [...range.getClientRects()]
}

type Edges = { top: number; bottom: number; left: number; right: number }

function edges({ top, bottom, left, right }: DOMRect): Edges {
  return { top, bottom, left, right }
}

/** With 4 px of air above and below. */
export function isBehind(tab: Edges, box: Edges): boolean {
  const hasSize = box.right > box.left && box.bottom > box.top
  return hasSize && box.right > tab.left && box.top < tab.bottom + 4 && box.bottom > tab.top - 4
}
