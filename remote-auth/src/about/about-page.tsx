import { useBack } from '@adcoin/remote'
import { OperatorNotices } from '@adcoin/remote/pages'
import { useLocation } from '@adcoin/router'
import { Main, NavBar, Screen } from '@adcoin/ui'
import { useT } from '../texts.ts'
import { useAboutText } from './about-text.ts'
import { Legal } from './legal.tsx'
import { Trust } from './trust.tsx'

/** One of the texts, inside the screen that led to it. */
export function Page() {
  const t = useT()
  const { pathname } = useLocation()
  const about = useAboutText() ?? 'trust'
  return (
    <Screen>
      <NavBar title={t(`about.${about}`)} onBack={useBack(pathname)} />
      <Main>
        <OperatorNotices />
        {about === 'trust' ? <Trust screen={pathname} /> : <Legal page={about} />}
      </Main>
    </Screen>
  )
}
