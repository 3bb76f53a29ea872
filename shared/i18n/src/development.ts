import { tagOf, type ApiCode } from '@adcoin/contract'
import type { i18n as Instance } from 'i18next'
import type { Tree } from './text-file.ts'

/** A language file of one app. */
export type LanguageFile = { readonly namespace: string; readonly code: ApiCode; readonly texts: Tree }

/**
 * Puts changed words in the place of those that are shown, so that a page that is open in development keeps all else:
 * what was typed, where it was scrolled. An entry of its own, so that no product page carries it.
 *
 * @param i18n  the page's one instance, given by who asks: a remote inside a running product has it from the shell
 */
export function replaceTexts(i18n: Instance, { namespace, code, texts }: LanguageFile): void {
  i18n.removeResourceBundle(tagOf(code), namespace)
  i18n.addResourceBundle(tagOf(code), namespace, texts)
  i18n.emit('languageChanged', i18n.language)
}
