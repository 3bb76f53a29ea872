import { useHost } from '../host.tsx'
import { kitTexts } from '../texts.ts'

/** Copies a text and says so, or says 'Copy failed'. `done`: what to say instead of "Copied". */
export function useCopy(): (text: string, done?: string) => Promise<void> {
  const t = kitTexts.useT()
  const { showToast } = useHost()
  return async (text, done = t('copy.done')) => {
    try {
      await navigator.clipboard.writeText(text)
      showToast(done, 'good')
    } catch {
      showToast(t('copy.failed'), 'bad')
    }
  }
}
