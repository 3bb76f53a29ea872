import type { ApiCode } from '@adcoin/contract'
import { useSyncExternalStore } from 'react'
// Imported here to be in the shell's first file: the formats load after the first remote.
import './native-intl.ts'
import { createTextStore } from './text-store.ts'

/** The page's one store of texts, and its language. */
export const i18n = createTextStore()

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
  if (mine === latest && currentLanguage() !== code) i18n.change(code)
}

/** The language that texts and formats are in now. */
export function currentLanguage(): ApiCode {
  return i18n.language()
}

/** The current language in a component. */
export function useLanguage(): ApiCode {
  return useSyncExternalStore(i18n.onChange, i18n.language, i18n.language)
}
