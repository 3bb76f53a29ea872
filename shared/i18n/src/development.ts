import { tagOf, type ApiCode } from '@adcoin/contract'
import { i18n } from './instance.ts'
import type { Tree } from './text-file.ts'
import { withEveryForm } from './texts.ts'

/**
 * Puts changed words in the place of those that are shown, so that a page that is open in development keeps all else:
 * what was typed, where it was scrolled. An entry of its own, so that no product page carries it.
 */
export function replaceTexts(namespace: string, code: ApiCode, texts: Tree): void {
  const tag = tagOf(code)
  i18n.addResourceBundle(tag, namespace, withEveryForm(texts, tag), true, true)
  i18n.emit('languageChanged', i18n.language)
}
