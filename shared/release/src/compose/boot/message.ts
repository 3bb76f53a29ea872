/** Texts of the message that needs nothing but this script, per api_code. */
export type BootTexts = Readonly<
  Record<string, { readonly title: string; readonly text: string; readonly retry: string; readonly slow: string }>
>

/** The part of the page that the boot script fills. The shell's first render replaces all of it. */
export type Place = {
  /** The root, while it contains nothing but what this script has put there. */
  readonly root: () => HTMLElement | null
  readonly say: (role: 'alert' | 'status') => void
  /** Shows a prerendered screen, unless one is shown. */
  readonly fill: (screen: () => Node) => boolean
  readonly isEmpty: () => boolean
}

export function placeOf(words: BootTexts[string] | undefined, reload: () => void): Place {
  let first: Node | null = null
  let message: HTMLElement | null = null
  let isFilled = false
  const root = () => {
    const element = document.getElementById('root')
    return element && (element.firstChild === first || !(element.textContent || '').trim()) ? element : null
  }
  function say(role: 'alert' | 'status'): void {
    const parent = root()
    if (!parent || !words || message?.getAttribute('role') === role) return
    message?.remove()
    // Above a screen that can be read already, never in its place.
    first = message = parent.insertBefore(box(role, words, isFilled, reload), parent.firstChild)
  }
  function fill(screen: () => Node): boolean {
    const parent = root()
    if (!parent || isFilled) return false
    const hadFailed = message?.getAttribute('role') === 'alert'
    message?.remove()
    message = null
    parent.appendChild(screen())
    first = parent.firstChild
    isFilled = true
    if (hadFailed) say('alert')
    return true
  }
  return { root, say, fill, isEmpty: () => !first }
}

function box(role: 'alert' | 'status', words: BootTexts[string], isFilled: boolean, reload: () => void): HTMLElement {
  const element = document.createElement('div')
  element.setAttribute('role', role)
  element.className = 'ac-main'
  element.style.cssText = 'max-width:24rem;margin:' + (isFilled ? 0 : '20vh') + ' auto 0'
  const put = (tag: 'h1' | 'h2' | 'p' | 'button', content: string) => {
    const made = document.createElement(tag)
    made.textContent = content
    element.appendChild(made)
    return made
  }
  if (role === 'status') put('p', words.slow)
  else {
    put(isFilled ? 'h2' : 'h1', words.title)
    put('p', words.text)
    const retry = put('button', words.retry)
    retry.className = 'ac-btn ac-btn--secondary'
    retry.onclick = () => reload()
  }
  return element
}
