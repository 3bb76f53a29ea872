/** The language of the page and its texts. Formats of figures and dates are in `@adcoin/i18n/formats`. */
export { i18n, setLanguage, currentLanguage, useLanguage } from './instance.ts'
export { createTexts, type TextLoaders, type TextsOf } from './texts.ts'
export type { T, TextKeyOf, TextValues, Translated } from './keys.ts'
