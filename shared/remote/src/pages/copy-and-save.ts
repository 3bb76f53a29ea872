import { useHost } from '../host.tsx'
import { sharedTexts } from '../texts.ts'

/**
 * Copies a text and announces it; or shows 'Copy failed' and selects the text on the screen, to be copied by hand.
 * `done`: text instead of "Copied".
 */
export function useCopy(): (text: string, done?: string) => Promise<void> {
  const t = sharedTexts.useT()
  const { showToast } = useHost()
  return async (text, done = t('copy.done')) => {
    try {
      await navigator.clipboard.writeText(text)
      showToast(done, 'good')
    } catch {
      selectText(text)
      showToast(t('copy.failed'), 'bad')
    }
  }
}

/** Selects the smallest thing on the screen that shows the text: a field with it, else what it is written in. */
function selectText(text: string): void {
  const field = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].find(
    ({ value }) => value === text,
  )
  if (field) return field.select()
  const candidates = [...document.querySelectorAll('dialog[open] *, main *')].filter(({ textContent }) =>
    textContent?.includes(text),
  )
  // Parents come before what they hold: the last is the innermost.
  const innermost = candidates.findLast(({ textContent }) => textContent?.trim() === text) ?? candidates.at(-1)
  if (innermost) document.getSelection()?.selectAllChildren(innermost)
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Some browsers begin to read it only later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
