/**
 * A prerendered page can be used before any code is there. React's first commit takes over typed values, the cursor and
 * the focused link or button, before the browser paints, and then presses the button that was pressed.
 *
 * @param root  what React will draw into; call this before it does
 */
export function keepTyped(root: HTMLElement): void {
  const first = root.firstElementChild
  if (!first) return
  const before = fieldsOf(root)
  let focused = document.activeElement
  const follow = () => (focused = document.activeElement)
  root.addEventListener('focusin', follow)
  const drawn = new MutationObserver(() => {
    if (first.isConnected) return
    drawn.disconnect()
    root.removeEventListener('focusin', follow)
    for (const field of before) takeOver(field, likeOf(field, root))
    const pressed = first.querySelector('button[aria-busy]') ?? undefined
    // After React has the typed values.
    if (pressed) setTimeout(() => likeOf(pressed as HTMLElement, root)?.click())
    if (focused && !focused.isConnected) takeFocus(focused, likeOf(focused, root))
  })
  drawn.observe(root, { childList: true })
}

function fieldsOf(root: HTMLElement): readonly HTMLInputElement[] {
  return [...root.querySelectorAll<HTMLInputElement>('input[name]')]
}

/** The element of the same kind with the same name, address or words. */
function likeOf<E extends Element>(element: E, root: HTMLElement): E | undefined {
  return [...root.querySelectorAll<E & HTMLElement>(element.localName)].find(
    drawn => handleOf(drawn) === handleOf(element),
  )
}

const handleOf = (element: Element): string | null =>
  element.getAttribute('name') ?? element.getAttribute('href') ?? element.ariaLabel ?? element.textContent

function takeOver(field: HTMLInputElement, next: HTMLInputElement | undefined): void {
  if (!next || field.value === '') return
  // By the browser's own setter: React takes what its own one has set for nothing new.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(next, field.value)
  next.dispatchEvent(new Event('input', { bubbles: true }))
}

function takeFocus(former: Element, next: Element | undefined): void {
  if (!(next instanceof HTMLElement)) return
  next.focus({ preventScroll: true })
  if (next instanceof HTMLInputElement && former instanceof HTMLInputElement)
    next.setSelectionRange(former.selectionStart, former.selectionEnd, former.selectionDirection ?? undefined)
}
