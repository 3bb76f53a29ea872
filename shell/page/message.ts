import { prerendered, rootBeforeShell } from './root.ts'

/** Texts of the message that needs nothing but this script, per api_code. */
export type MessageTexts = Readonly<
  Record<string, { readonly title: string; readonly text: string; readonly retry: string; readonly slow: string }>
>

/** @returns shows the message above the prerendered screen, if there is one, while the shell has drawn nothing */
export function messenger(
  words: MessageTexts[string] | undefined,
  reload: () => void,
): (role: 'alert' | 'status') => void {
  let message: HTMLElement | null = null
  return role => {
    const root = rootBeforeShell()
    if (!root || !words || message?.getAttribute('role') === role) return
    message?.remove()
    message = box(role, words, !!root.firstElementChild, reload)
    root.insertBefore(message, root.firstChild)
  }
}

function box(
  role: 'alert' | 'status',
  words: MessageTexts[string],
  isFilled: boolean,
  reload: () => void,
): HTMLElement {
  const element = document.createElement('div')
  element.setAttribute('role', role)
  element.setAttribute(prerendered, '')
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
    retry.setAttribute('type', 'button')
    retry.className = 'ac-btn ac-btn--secondary'
    retry.onclick = () => reload()
  }
  return element
}
