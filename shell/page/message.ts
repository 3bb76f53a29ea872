import { prerendered, rootBeforeShell } from './root.ts'

/** Texts of the message that needs nothing but this script, per api_code. */
export type MessageTexts = Readonly<Record<string, Readonly<Record<'title' | 'text' | 'retry' | 'slow', string>>>>
export type Say = (role: 'alert' | 'status') => void

/** @returns shows the message above the prerendered screen, if there is one, while the shell has drawn nothing */
export function messenger(words: MessageTexts[string] | undefined, reload: () => void): Say {
  let message: HTMLElement | null = null
  return role => {
    const root = rootBeforeShell()
    if (!root || !words || message?.getAttribute('role') === role) return
    message?.remove()
    const isFilled = !!root.firstElementChild
    message = made('div', '')
    message.setAttribute('role', role)
    message.setAttribute(prerendered, '')
    message.className = 'ac-main'
    message.style.cssText = 'max-width:24rem;margin:' + (isFilled ? 0 : '20vh') + ' auto 0'
    const retry = made('button', words.retry)
    retry.setAttribute('type', 'button')
    retry.className = 'ac-btn ac-btn--secondary'
    retry.onclick = () => reload()
    if (role === 'status') message.append(made('p', words.slow))
    else message.append(made(isFilled ? 'h2' : 'h1', words.title), made('p', words.text), retry)
    root.insertBefore(message, root.firstChild)
  }
}

function made(tag: string, content: string): HTMLElement {
  return Object.assign(document.createElement(tag), { textContent: content })
}
