import { useLanguage } from '@adcoin/i18n'
import type { Wanted } from '../composition/releases/override-choice.ts'
import { useShell } from '../state/shell.ts'
import { words } from './words.ts'

/** What people call an area: its tab, where it has one, and its name for developers. */
export function useAreaName(): (app: string) => string {
  const { composition } = useShell()
  const language = useLanguage()
  return app => {
    const tab = composition.tabs().find(each => each.app === app)
    return tab ? `${tab.labels[language]} (${app})` : app
  }
}

/** What stands in, in words. */
export function useNameOf(): (wanted: Pick<Wanted, 'word'>) => string {
  const t = words.useT()
  return ({ word }) =>
    word.startsWith('http:') ? t('ask.server', { address: word }) : t('ask.release', { release: word })
}
