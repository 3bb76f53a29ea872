import { prerendered, rootBeforeShell } from './root.ts'

/** Texts of the message that needs nothing but this script, per api_code. */
export type MessageTexts = Readonly<Record<string, Readonly<Record<'title' | 'text' | 'retry' | 'slow', string>>>>
export type Say = (role: 'alert' | 'status') => void

/** @returns shows the message above the prerendered screen, if there is one, while the shell has drawn nothing */
export function messenger(words: MessageTexts[string] | undefined, reload: () => void): Say {
  let message: HTMLElement | undefined
  return role => {
    const root = rootBeforeShell()
    if (!root || !words || message?.getAttribute('role') === role) return
    message?.remove()
    const isFilled = !!root.firstElementChild
    message = made('div', { className: 'ac-main' })
    message.setAttribute('role', role)
    message.setAttribute(prerendered, '')
    message.style.cssText = 'max-width:24rem;margin:' + (isFilled ? 0 : '20vh') + ' auto 0'
    const retry = { type: 'button', className: 'ac-btn ac-btn--secondary', textContent: words.retry, onclick: reload }
    if (role === 'status') message.append(made('p', { textContent: words.slow }))
    else {
      const title = made(isFilled ? 'h2' : 'h1', { textContent: words.title })
      message.append(title, made('p', { textContent: words.text }), made('button', retry))
    }
    root.prepend(message)
  }
}

const made = (tag: string, fields: object): HTMLElement => Object.assign(document.createElement(tag), fields)
