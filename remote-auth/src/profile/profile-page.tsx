import { formatNumber } from '@adcoin/i18n/formats'
import { appPaths, useBack } from '@adcoin/remote'
import { useSearchParams } from '@adcoin/router'
import { useSession } from '@adcoin/session'
import { Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { List, Row } from '@adcoin/ui/pages'
import { ContactPage } from '../contact/contact-page.tsx'
import { useT } from '../texts.ts'
import { AccountRows } from './account-rows.tsx'
import { PersonalRows } from './personal-rows.tsx'
import { Photo } from './photo.tsx'
import { useProfile } from './use-profile.ts'

/** The profile; `?contact=mobile` or `?contact=email` changes that of the account inside. */
export function Page() {
  const [query] = useSearchParams()
  const contact = query.get('contact')
  return contact === 'mobile' || contact === 'email' ? <ContactPage key={contact} method={contact} /> : <Profile />
}

function Profile() {
  const t = useT()
  const back = useBack(appPaths.home)
  const { user, hasFailed, retry } = useProfile()
  const unread = useSession(session => session.unread)
  return (
    <Screen>
      <NavBar title={t('titles.profile')} onBack={back} />
      <Main>
        {user ? (
          <>
            <Photo user={user} />
            <PersonalRows user={user} />
            <AccountRows user={user} />
          </>
        ) : hasFailed ? (
          <Failed onRetry={retry} />
        ) : (
          <>
            <Skeleton shape="circle" />
            <Skeleton shape="rows" lines={6} />
          </>
        )}
        <List>
          <Row
            icon="mail"
            title={t('profile.inbox')}
            value={unread > 0 ? formatNumber(unread) : undefined}
            to={appPaths.inbox}
            chevron
          />
          <Row icon="gear" title={t('profile.settings')} note={t('profile.settingsNote')} to={appPaths.settings} />
          <Row icon="help" title={t('profile.help')} to={appPaths.help} />
        </List>
      </Main>
    </Screen>
  )
}
