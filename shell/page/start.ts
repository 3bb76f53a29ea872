import { createMessage, type MessageTexts } from './message.ts'
import { prerendered } from './root.ts'
import { fillSlots } from './slots.ts'
import { startShell, type Browser } from './start-shell.ts'

export type { MessageTexts }

/**
 * The second script of the page, at the end of its body, where it does not delay the first paint. It fills the
 * prerendered screen with data, keeps a press on it, and starts the shell, or the previous good one if the live one
 * fails. If none starts, it shows a message in the person's language. The shell draws over all of it.
 */
export function startPage(texts: MessageTexts, browser: Browser): void {
  fillSlots()
  keepPress()
  const { language = 'en_US' } = (window as { adcoinReads?: { language?: string } }).adcoinReads || {}
  startShell(createMessage(texts[language], browser.reload), browser)
}

/**
 * A prerendered button looks busy once it is pressed, until the person edits or presses another one. The shell presses
 * its own one.
 */
function keepPress(): void {
  let pressed: HTMLElement | null = null
  const press = (button: HTMLElement | null) => {
    if (pressed) Object.assign(pressed, { ariaBusy: null }).style.opacity = ''
    if (button) Object.assign(button, { ariaBusy: 'true' }).style.opacity = '.6'
    pressed = button
  }
  addEventListener('click', ({ target }) => {
    const button = (target as Element).closest?.<HTMLElement>(`[${prerendered}] button`)
    if (button) press(button)
  })
  // What the shell's own fields take over later is no edit.
  addEventListener('input', () => pressed?.isConnected && press(null))
}
