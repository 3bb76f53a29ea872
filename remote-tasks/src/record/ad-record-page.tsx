import { appPaths, useBack } from '@adcoin/remote'
import { Main, NavBar, Screen } from '@adcoin/ui'
import { useT } from '../texts.ts'
import { RecordList } from './record-list.tsx'

export function Page() {
  const t = useT()
  return (
    <Screen>
      <NavBar title={t('titles.adRecord')} onBack={useBack(appPaths.tasks)} />
      <Main>
        <RecordList />
      </Main>
    </Screen>
  )
}
