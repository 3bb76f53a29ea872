import { useLanguage } from '@adcoin/i18n'
import type { WantedOverride } from '../composition/releases/override-choice.ts'
import { useShell } from '../state/shell.ts'
import { words } from './words.ts'

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
