import type { ApiCode } from '@adcoin/contract'

/** One text in the six languages. */
export type SixTexts = Readonly<Record<ApiCode, string>>

/** A name or a number that is the same everywhere. */
export function repeatText(text: string): SixTexts {
  return { en_US: text, zh_TW: text, pt_PT: text, hi_IN: text, es_MX: text, es_ES: text }
}
