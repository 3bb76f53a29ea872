import { createTexts, useLanguage } from '@adcoin/i18n'
import type { WantedOverride } from '../composition/releases/override-choice.ts'
import { useShell } from '../state/shell.ts'

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

/** The name of an area for people: its tab, if it has one; else its name for developers. */
export function useAreaName(): (app: string) => string {
  const { composition } = useShell()
  const language = useLanguage()
  return app => {
    const tab = composition.tabs().find(each => each.app === app)
    return tab ? `${tab.labels[language]} (${app})` : app
  }
}

/** The name of an override. */
export function useNameOf(): (wanted: Pick<WantedOverride, 'word'>) => string {
  const t = words.useT()
  return ({ word }) =>
    word.startsWith('http:') ? t('ask.server', { address: word }) : t('ask.release', { release: word })
}
