import type { Page } from '../product/test.ts'
import { screenParts } from '../product/screen-parts.ts'

/**
 * Misfits of the current screen: the page scrolls sideways, an element reaches over the edge, words are
 * cut off by a box that hides its overflow, a word is broken within, words lie on words, or the help tab lies on a
 * control.
 * An ellipsis, texts for screen readers alone, and the loader over a late read are intended.
 */
// oxlint-disable-next-line max-lines-per-function -- It runs inside the page, where nothing else of this file exists.
export function findMisfits(page: Page): Promise<string[]> {
  // oxlint-disable-next-line max-lines-per-function
  return page.evaluate(loaderSelector => {
    const found = new Set<string>()
    // Content under an open dialog is inert.
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    const loader = document.querySelector(loaderSelector)?.parentElement?.parentElement
    const isSeen = (element: Element) =>
      !element.closest('svg, script, style, template, option, noscript') &&
      !loader?.contains(element) &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !listParents(element).some(each => getComputedStyle(each).clipPath === 'inset(50%)')
    const quoteStart = (text: string | null) => `"${(text ?? '').trim().slice(0, 30)}"`
    const listParents = (element: Element) => {
      const all: Element[] = []
      for (let each: Element | null = element; each && each !== root; each = each.parentElement) all.push(each)
      return all
    }
    if (document.documentElement.scrollWidth > innerWidth)
      found.add(`scrolls sideways to ${document.documentElement.scrollWidth}`)
    for (const element of root.querySelectorAll('*')) {
      const { left, right, width } = element.getBoundingClientRect()
      const isHeld = () =>
        listParents(element)
          .slice(1)
          .some(parent => getComputedStyle(parent).overflowX !== 'visible')
      if (width > 0 && (right > innerWidth + 1 || left < -1) && isSeen(element) && !isHeld())
        found.add(`over the edge: ${element.tagName} ${element.className}`)
    }

    type Line = { node: Node; box: DOMRect }
    const lines: Line[] = []
    const words = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const parent = node.parentElement
      const text = node.textContent ?? ''
      if (!text.trim() || !parent || !isSeen(parent)) continue
      // Plain words; a link or a code may be broken anywhere, and Chinese is.
      for (const word of text.matchAll(/(?<=^|[\s(“"])[\p{L}\p{M}]{2,20}(?=$|[\s.,:;?!)”"…])/gu)) {
        if (/\p{Script=Han}/u.test(word[0])) continue
        range.setStart(node, word.index)
        range.setEnd(node, word.index + word[0].length)
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)
        if (Math.max(...tops) - Math.min(...tops) > 6) found.add(`broken word: ${quoteStart(word[0])}`)
      }
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      for (const around of listParents(parent)) {
        const { overflow, textOverflow } = getComputedStyle(around)
        const edge = around.getBoundingClientRect()
        // A box without height is a closed answer, not a cut one.
        const isCut =
          edge.height > 1 &&
          box.width > 0 &&
          (box.right > edge.right + 2 ||
            box.bottom > edge.bottom + 2 ||
            box.left < edge.left - 2 ||
            box.top < edge.top - 2)
        if (isCut && /hidden|clip/.test(overflow) && textOverflow !== 'ellipsis')
          found.add(`cut off: ${quoteStart(text)}`)
      }
      // Bars are above the content that scrolls below them.
      if (!listParents(parent).some(each => /fixed|sticky/.test(getComputedStyle(each).position)))
        for (const line of range.getClientRects()) lines.push({ node, box: line })
    }
    lines.forEach(({ node, box }, index) => {
      for (const other of lines.slice(index + 1)) {
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        if (node !== other.node && width > 3 && height > 8)
          found.add(`words on words: ${quoteStart(node.textContent)} and ${quoteStart(other.node.textContent)}`)
      }
    })
    return [...found]
  }, screenParts.loader)
}
