import { languages } from '@adcoin/contract'
import { useLanguage } from '@adcoin/i18n'
import { useHost } from '@adcoin/remote'
import { IconButton } from '@adcoin/ui'
import { useT } from './texts.ts'

export function LanguageButton() {
  const t = useT()
  const host = useHost()
  return (
    <IconButton icon="globe" label={t('landing.language', { name: useLanguageName() })} onClick={host.openLanguage} />
  )
}

/** The name of the current language, in that language. */
export function useLanguageName(): string {
  const code = useLanguage()
  return languages.find(({ api_code }) => api_code === code)?.title ?? ''
}
