import { useBack, appPaths, useHost } from '@adcoin/remote'
import { Main, NavBar, Screen } from '@adcoin/ui'
import { texts } from '../texts.ts'
import { LanguageList } from './language-list.tsx'

/** `/language`: the list of languages as a screen. */
export function Page() {
  const t = texts.useT()
  const host = useHost()
  const back = useBack(appPaths.settings)
  return (
    <Screen>
      <NavBar title={t('titles.language')} onBack={back} />
      <Main>
        <LanguageList choose={host.setLanguage} />
      </Main>
    </Screen>
  )
}
