import type { Call } from '@adcoin/contract'
import type { seedFromPage } from '@adcoin/http'
import { currentToken } from '@adcoin/session'
import { typeInto } from './typed.ts'

/**
 * The page draws and reads before any of this code is there. These are the four hand-overs to React, in the order of a
 * cold start: session, answers, styles, typed text. `boot.tsx` calls them, except `takeAnswers`: `calls/refreshes.ts`.
 */

/** Session: answers to the page's reads that were sent for another person are dropped. */
export function takeSession(): void {
  const reads = globalThis.adcoinReads
  if (reads && reads.token !== (currentToken() ?? '')) globalThis.adcoinReads = undefined
}

/**
 * Puts the answers that the page already has into the cache, before the session follows the cache. React would draw the
 * whole first screen twice if the session changed in between. Screens take their own answers when they are drawn.
 *
 * @param seed  handed in, because the core has no `@adcoin/http`
 */
export function takeAnswers(seed: typeof seedFromPage, reads: readonly (readonly [call: Call, input: object])[]): void {
  for (const [call, input] of reads) seed(call, input)
}

/**
 * Styles: resolves when the shell's own style sheets apply. The page adds them without holding the first paint back,
 * asks once more for one that was rejected, and takes away one that cannot be had.
 */
export async function takeStyles(page: Document): Promise<void> {
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([data-release])')]
  const open = links.filter(link => !link.sheet)
  if (open.length === 0) return
  await Promise.all(
    open.map(
      link =>
        new Promise(settled => {
          link.addEventListener('load', settled)
          link.addEventListener('error', settled)
        }),
    ),
  )
  // Another link may have replaced a rejected one.
  await takeStyles(page)
}

/**
 * Typed text: a prerendered page can be used before any code is there. React's first commit takes over typed values,
 * the cursor and the focused link or button, before the browser paints, and then presses the button that was pressed.
 *
 * @param root  what React will draw into; call this before it does
 */
export function takeTyped(root: HTMLElement): void {
  const first = root.firstElementChild
  if (!first) return
  const before = [...root.querySelectorAll<HTMLInputElement>('input[name]')]
  let focused = document.activeElement
  const follow = () => (focused = document.activeElement)
  root.addEventListener('focusin', follow)
  const drawn = new MutationObserver(() => {
    if (first.isConnected) return
    drawn.disconnect()
    root.removeEventListener('focusin', follow)
    for (const field of before) takeValue(field, findCounterpart(field, root))
    const pressed = first.querySelector('button[aria-busy]') ?? undefined
    // After React has the typed values.
    if (pressed) setTimeout(() => findCounterpart(pressed as HTMLElement, root)?.click())
    if (focused && !focused.isConnected) takeFocus(focused, findCounterpart(focused, root))
  })
  drawn.observe(root, { childList: true })
}

/** The element of the same kind with the same name, address or words. */
function findCounterpart<E extends Element>(element: E, root: HTMLElement): E | undefined {
  return [...root.querySelectorAll<E & HTMLElement>(element.localName)].find(
    drawn => readHandle(drawn) === readHandle(element),
  )
}

const readHandle = (element: Element): string | null =>
  element.getAttribute('name') ?? element.getAttribute('href') ?? element.ariaLabel ?? element.textContent

function takeValue(field: HTMLInputElement, next: HTMLInputElement | undefined): void {
  if (next && field.value !== '') typeInto(next, field.value)
}

function takeFocus(former: Element, next: Element | undefined): void {
  if (!(next instanceof HTMLElement)) return
  next.focus({ preventScroll: true })
  if (next instanceof HTMLInputElement && former instanceof HTMLInputElement)
    next.setSelectionRange(former.selectionStart, former.selectionEnd, former.selectionDirection ?? undefined)
}
