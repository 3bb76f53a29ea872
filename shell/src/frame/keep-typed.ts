/**
 * A prerendered form can be used before any code is there. What was typed into it, and where the cursor stands, is
 * taken over by the fields of the same name as soon as React has drawn them, before the browser paints.
 *
 * @param root  what React will draw into; call this before it does
 */
export function keepTyped(root: HTMLElement): void {
  const before = fieldsOf(root)
  if (before.length === 0) return
  let focused = document.activeElement
  const follow = () => (focused = document.activeElement)
  root.addEventListener('focusin', follow)
  const drawn = new MutationObserver(() => {
    if (before.some(field => field.isConnected)) return
    drawn.disconnect()
    root.removeEventListener('focusin', follow)
    for (const field of before) takeOver(field, field === focused, fieldsOf(root))
  })
  drawn.observe(root, { childList: true })
}

function fieldsOf(root: HTMLElement): readonly HTMLInputElement[] {
  return [...root.querySelectorAll<HTMLInputElement>('input[name]')]
}

function takeOver(field: HTMLInputElement, isFocused: boolean, drawn: readonly HTMLInputElement[]): void {
  const next = drawn.find(({ name }) => name === field.name)
  if (!next) return
  if (field.value !== '') {
    // By the browser's own setter: React takes what its own one has set for nothing new.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(next, field.value)
    next.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (!isFocused) return
  next.focus({ preventScroll: true })
  next.setSelectionRange(field.selectionStart, field.selectionEnd, field.selectionDirection ?? undefined)
}
