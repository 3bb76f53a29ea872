import { tagOf, type ApiCode } from '@adcoin/contract'
import { setLanguage } from '@adcoin/i18n'
import { sessionStore, type SessionWriter } from '@adcoin/session'
import { createCell } from '../state/cell.ts'

/** The language that texts and formats are in now; null until the first one is there. */
export const shownLanguage = createCell<ApiCode | null>(null)

/**
 * Shows the session's language, now and whenever it changes: all texts of the shell and of every loaded remote are
 * fetched first, then switch in one step, with `<html lang>`. Numbers, money and dates follow, and so does the `lang`
 * header of the next call.
 *
 * @returns settles when the first one is there
 */
export function followLanguage(page: Document): Promise<void> {
  sessionStore.subscribe((now, before) => {
    if (now.language !== before.language) void apply(page, now.language)
  })
  return apply(page, sessionStore.getState().language)
}

/** Chooses a language; resolves when it is on screen. */
export async function chooseLanguage(page: Document, writer: SessionWriter, code: ApiCode): Promise<void> {
  // The texts come first, so that the calls that the change of language repeats do not compete with them.
  await setLanguage(code)
  writer.setLanguage(code)
  await apply(page, code)
}

async function apply(page: Document, code: ApiCode): Promise<void> {
  await setLanguage(code)
  // Of two overlapping changes only the session's language is applied.
  if (sessionStore.getState().language !== code) return
  page.documentElement.lang = tagOf(code)
  shownLanguage.set(code)
}
