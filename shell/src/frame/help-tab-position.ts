import { useEffect, useRef, type RefObject } from 'react'

/**
 * The content that the help tab must not cover. Rows that are one large link are not meant: their content ends before
 * it begins.
 */
const protectedContent =
  '.ac-btn, .ac-iconbtn, .ac-chip, .ac-pill, .ac-amt, .ac-field__box, .ac-seg, .ac-code, .ac-chev, .ac-switch, .ac-check, .ac-link, .ac-textlink, dialog'
/** Sentences that reach to the edge. */
const textContent = 'p, h1, .ac-row__e, dt, dd, .ac-field__help, .ac-daylabel, .ac-row__t, .ac-row__s'
/** Width of the tab over an empty background. */
const wholePx = 32
const settleMs = 120

/**
 * The help tab keeps its place. Over a button, a field, an amount or text it draws back into the empty gutter. It looks
 * again after scrolling, typing, resizing and changes of the screen. Source: rulings.md R10.
 *
 * @returns a ref for the element around the tab
 */
export function useHelpTabPosition(): RefObject<HTMLDivElement | null> {
  const aroundRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const around = aroundRef.current
    const column = around?.closest<HTMLElement>('[data-column]')
    if (!around || !column) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const scheduleCheck = () => {
      clearTimeout(timer)
      timer = setTimeout(() => around.toggleAttribute('data-back', isCoveringContent(around, column)), settleMs)
    }
    const content = new MutationObserver(scheduleCheck)
    content.observe(column, { childList: true, subtree: true, characterData: true })
    const events = ['scroll', 'resize'] as const
    for (const name of events) window.addEventListener(name, scheduleCheck, { passive: true })
    scheduleCheck()
    return () => {
      clearTimeout(timer)
      content.disconnect()
      for (const name of events) window.removeEventListener(name, scheduleCheck)
    }
  }, [])
  return aroundRef
}

function isCoveringContent(around: HTMLElement, column: HTMLElement): boolean {
  const tab = around.firstElementChild?.getBoundingClientRect()
  if (!tab) return false
  const findAll = (selector: string) =>
    [...column.querySelectorAll(selector)].filter(element => !around.contains(element))
  const left = tab.right - wholePx
  // 44 px to press, 32 of them in sight.
  return (
    findAll(protectedContent).some(element =>
      isBehind({ ...toEdges(tab), left: left - 12 }, element.getBoundingClientRect()),
    ) ||
    findAll(textContent).some(element => measureLines(element).some(line => isBehind({ ...toEdges(tab), left }, line)))
  )
}

/** The lines of text, not the block around them, which is as wide as the column. */
function measureLines(element: Element): DOMRect[] {
  const range = document.createRange()
  range.selectNodeContents(element)
  return [...range.getClientRects()]
}

type Edges = { top: number; bottom: number; left: number; right: number }

function toEdges({ top, bottom, left, right }: DOMRect): Edges {
  return { top, bottom, left, right }
}

/** With 4 px of air above and below. */
export function isBehind(tab: Edges, box: Edges): boolean {
  const hasSize = box.right > box.left && box.bottom > box.top
  return hasSize && box.right > tab.left && box.top < tab.bottom + 4 && box.bottom > tab.top - 4
}
