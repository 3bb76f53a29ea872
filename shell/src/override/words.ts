import { createTexts } from '@adcoin/i18n'

/**
 * Texts about overrides: a file of their own, which no other visitor downloads. One for all languages: the page carries
 * a hash of each file, and together they have 3 KB.
 */
export const words = createTexts('override', {
  en_US: () => import(/* webpackChunkName: "override" */ './words/en_US.json'),
  zh_TW: () => import(/* webpackChunkName: "override" */ './words/zh_TW.json'),
  pt_PT: () => import(/* webpackChunkName: "override" */ './words/pt_PT.json'),
  hi_IN: () => import(/* webpackChunkName: "override" */ './words/hi_IN.json'),
  es_MX: () => import(/* webpackChunkName: "override" */ './words/es_MX.json'),
  es_ES: () => import(/* webpackChunkName: "override" */ './words/es_ES.json'),
})
