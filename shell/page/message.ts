import { prerendered, findRootBeforeShell } from './root.ts'

/** Texts of the message that needs nothing but this script, per api_code. */
export type MessageTexts = Readonly<Record<string, Readonly<Record<'title' | 'text' | 'retry' | 'slow', string>>>>
export type ShowMessage = (role: 'alert' | 'status') => void

/** @returns shows the message above the prerendered screen, if there is one, while the shell has drawn nothing */
export function createMessage(texts: MessageTexts[string] | undefined, reload: () => void): ShowMessage {
  let message: HTMLElement | undefined
  return role => {
    const root = findRootBeforeShell()
    if (!root || !texts || message?.getAttribute('role') === role) return
    message?.remove()
    const isFilled = !!root.firstElementChild
    message = createElement('div', { className: 'ac-main' })
    message.setAttribute('role', role)
    message.setAttribute(prerendered, '')
    message.style.cssText = 'max-width:24rem;margin:' + (isFilled ? 0 : '20vh') + ' auto 0'
    const retry = { type: 'button', className: 'ac-btn ac-btn--secondary', textContent: texts.retry, onclick: reload }
    if (role === 'status') message.append(createElement('p', { textContent: texts.slow }))
    else {
      const title = createElement(isFilled ? 'h2' : 'h1', { textContent: texts.title })
      message.append(title, createElement('p', { textContent: texts.text }), createElement('button', retry))
    }
    root.prepend(message)
  }
}

const createElement = (tag: string, fields: object): HTMLElement => Object.assign(document.createElement(tag), fields)
