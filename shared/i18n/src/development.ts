import { tagOf, type ApiCode } from '@adcoin/contract'
import type { i18n as Instance } from 'i18next'
import type { Tree } from './text-file.ts'

/** A language file of one app. */
export type LanguageFile = { readonly namespace: string; readonly code: ApiCode; readonly texts: Tree }

/**
 * Replaces texts in an open page during development; typed text and scroll position stay. A separate entry, so that no
 * product page contains it.
 *
 * @param i18n  the page's one instance: a remote inside a running product gets it from the shell
 */
export function replaceTexts(i18n: Instance, { namespace, code, texts }: LanguageFile): void {
  i18n.removeResourceBundle(tagOf(code), namespace)
  i18n.addResourceBundle(tagOf(code), namespace, texts)
  i18n.emit('languageChanged', i18n.language)
}
