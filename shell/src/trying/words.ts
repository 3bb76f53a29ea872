import { createTexts } from '@adcoin/i18n'

/** What is said of versions that are tried: files of their own, which nobody else downloads. */
export const words = createTexts('trying', {
  en_US: () => import('./words/en_US.json'),
  zh_TW: () => import('./words/zh_TW.json'),
  pt_PT: () => import('./words/pt_PT.json'),
  hi_IN: () => import('./words/hi_IN.json'),
  es_MX: () => import('./words/es_MX.json'),
  es_ES: () => import('./words/es_ES.json'),
})
