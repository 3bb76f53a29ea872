import { appPaths, useBack } from '@adcoin/remote'
import { Main, NavBar, Screen } from '@adcoin/ui'
import { useT } from '../texts.ts'
import { RecordList } from './record-list.tsx'

/** The same record with an address of its own. */
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
