import { appPaths, useBack } from '@adcoin/remote'
import { Main, NavBar, Screen } from '@adcoin/ui'
import { List, Row } from '@adcoin/ui/pages'
import { texts } from '../texts.ts'
import { SupportContact } from './support-contact.tsx'

/** `/help`: how to reach a person, and the way to the answers. */
export function Page() {
  const t = texts.useT()
  return (
    <Screen>
      <NavBar title={t('titles.help')} onBack={useBack(appPaths.home)} />
      <Main>
        <List>
          <Row icon="help" title={t('titles.faq')} to={appPaths.faq} />
        </List>
        <SupportContact />
      </Main>
    </Screen>
  )
}
