import { defaultLanguage, isApiCode, languages, tagOf, type ApiCode } from '@adcoin/contract'
import i18next, { type i18n as Instance } from 'i18next'
import { useSyncExternalStore } from 'react'
// Imported here to be in the shell's first file: the formats load after the first remote.
import './native-intl.ts'

/** The one i18next instance. Its language is a BCP 47 tag, so that plurals follow `Intl`. */
export const i18n: Instance = i18next.createInstance()

void i18n.init({
  lng: tagOf(defaultLanguage),
  resources: {},
  ns: [],
  initAsync: false,
  // Each language is complete. A file that failed to load is replaced by a loaded language, English first; createTexts
  // sees to that.
  fallbackLng: [defaultLanguage, ...languages.map(({ api_code }) => api_code)].map(tagOf),
  load: 'currentOnly',
  // React escapes.
  interpolation: { escapeValue: false },
  // No key is ever shown. Source: faults.md D08.
  parseMissingKeyHandler: () => '',
})

/** Texts that follow a change of language before it shows. */
const followers = new Set<(code: ApiCode) => Promise<unknown>>()
let latest = 0

/** Has `load` called before each change of language; the change waits for it. */
export function followLanguage(load: (code: ApiCode) => Promise<unknown>): void {
  followers.add(load)
}

/**
 * Changes the language of everything that is mounted, at once: first every registered namespace is loaded, then all
 * texts switch in one step. The later of two overlapping changes wins. For the shell.
 */
export async function setLanguage(code: ApiCode): Promise<void> {
  const mine = ++latest
  // A missing language file keeps no other namespace from switching: it is retried.
  await Promise.allSettled([...followers].map(load => load(code)))
  if (mine === latest && currentLanguage() !== code) await i18n.changeLanguage(tagOf(code))
}

/** The language that texts and formats are in now. */
export function currentLanguage(): ApiCode {
  return codeOfTag(i18n.language)
}

/** The current language in a component. */
export function useLanguage(): ApiCode {
  return useSyncExternalStore(onChange, currentLanguage, currentLanguage)
}

function onChange(listener: () => void): () => void {
  i18n.on('languageChanged', listener)
  return () => i18n.off('languageChanged', listener)
}

function codeOfTag(tag: string): ApiCode {
  const code = languages.find(language => language.tag === tag)?.api_code
  return isApiCode(code) ? code : defaultLanguage
}
