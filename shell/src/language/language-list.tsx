import { useState } from 'react'
import { languages, type ApiCode } from '@adcoin/contract'
import { useSession } from '@adcoin/session'
import { RadioList } from '@adcoin/ui/pages'
import { texts } from '../texts.ts'

/** The six languages, each in its own words. The mark moves with the tap; the words follow when they have arrived. */
export function LanguageList({ choose }: { choose: (code: ApiCode) => Promise<void> }) {
  const t = texts.useT()
  const current = useSession(state => state.language)
  const [tapped, setTapped] = useState<ApiCode>()
  const options = languages.map(({ api_code, title, tag }) => ({ value: api_code, label: title, lang: tag }))

  function tap(code: ApiCode): void {
    setTapped(code)
    void choose(code).finally(() => setTapped(undefined))
  }

  return (
    <RadioList hiddenLabel label={t('language.label')} options={options} value={tapped ?? current} onChange={tap} />
  )
}
