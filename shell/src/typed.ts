/** For the fields of a release that takes over: after this time a form that is not there yet begins empty. */
const waitMs = 5_000

/** What the fields of an area hold, by name. Nothing is stored: passwords are among it. */
export function readTyped(area: HTMLElement): Map<string, string> {
  const filled = listFields(area).filter(({ value }) => value !== '')
  return new Map(filled.map(({ name, value }) => [name, value]))
}

/** Types it into the same fields of another drawing of the area, as soon as each is there. */
export function writeTyped(typed: Map<string, string>, area: HTMLElement): void {
  const rest = new Map(typed)
  const write = () => {
    for (const field of listFields(area)) {
      const value = rest.get(field.name)
      if (rest.delete(field.name) && value !== undefined && value !== field.value) typeInto(field, value)
    }
    if (rest.size === 0) drawn.disconnect()
  }
  const drawn = new MutationObserver(write)
  drawn.observe(area, { childList: true, subtree: true })
  setTimeout(() => drawn.disconnect(), waitMs)
  write()
}

/** Uses the browser's own setter: React ignores a value that its own setter wrote. */
export function typeInto(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const listFields = (area: HTMLElement): HTMLInputElement[] =>
  [...area.querySelectorAll<HTMLInputElement>('input[name]')].filter(({ type }) => !/checkbox|radio|file/.test(type))
