import type { ApiCode } from '@adcoin/contract'

/** One text in the six languages. */
export type SixTexts = Readonly<Record<ApiCode, string>>

/** In the order of the language list; Spain's Spanish is Mexico's where they do not differ. */
export function six(
  en_US: string,
  zh_TW: string,
  pt_PT: string,
  hi_IN: string,
  es_MX: string,
  es_ES: string = es_MX,
): SixTexts {
  return { en_US, zh_TW, pt_PT, hi_IN, es_MX, es_ES }
}

/** A name or a number that is the same everywhere. */
export function sameEverywhere(text: string): SixTexts {
  return six(text, text, text, text, text)
}
