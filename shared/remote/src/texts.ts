import { createTexts } from '@adcoin/i18n'

/** Texts of the shared packages: field errors, failed calls and the not-found screen. */
export const sharedTexts = createTexts('remote', {
  en_US: () => import('../locales/en_US.json'),
  zh_TW: () => import('../locales/zh_TW.json'),
  pt_PT: () => import('../locales/pt_PT.json'),
  hi_IN: () => import('../locales/hi_IN.json'),
  es_MX: () => import('../locales/es_MX.json'),
  es_ES: () => import('../locales/es_ES.json'),
})
