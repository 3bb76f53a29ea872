import { createTexts } from '@adcoin/i18n'

/**
 * What is said of versions that are tried: a file of their own, which nobody else downloads. One for all languages: the
 * page carries a hash of each file, and these are 3 KB together.
 */
export const words = createTexts('trying', {
  en_US: () => import(/* webpackChunkName: "trying" */ './words/en_US.json'),
  zh_TW: () => import(/* webpackChunkName: "trying" */ './words/zh_TW.json'),
  pt_PT: () => import(/* webpackChunkName: "trying" */ './words/pt_PT.json'),
  hi_IN: () => import(/* webpackChunkName: "trying" */ './words/hi_IN.json'),
  es_MX: () => import(/* webpackChunkName: "trying" */ './words/es_MX.json'),
  es_ES: () => import(/* webpackChunkName: "trying" */ './words/es_ES.json'),
})
