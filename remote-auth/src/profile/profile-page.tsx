import type { UserSetting } from '@adcoin/contract'
import { formatNumber } from '@adcoin/i18n/formats'
import { appPaths, useBack } from '@adcoin/remote'
import { useSearchParams } from '@adcoin/router'
import { useSession } from '@adcoin/session'
import { Failed, Main, NavBar, Screen, Skeleton, TextLink } from '@adcoin/ui'
import { Avatar, List, Row } from '@adcoin/ui/pages'
import { useState } from 'react'
import { ContactPage } from '../contact/contact-page.tsx'
import { useT } from '../texts.ts'
import { AccountRows } from './account-rows.tsx'
import { PersonalRows } from './personal-rows.tsx'
import { PhotoSheet } from './photo-sheet.tsx'
import styles from './profile.module.css'
import { useProfile } from '../owner/use-profile.ts'

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
          />
          <Row icon="link" title={t('profile.socialAccounts')} to={appPaths.bindAccount} />
          <Row icon="gear" title={t('profile.settings')} note={t('profile.settingsNote')} to={appPaths.settings} />
          <Row icon="help" title={t('profile.help')} to={appPaths.help} />
        </List>
      </Main>
    </Screen>
  )
}

function Photo({ user }: { user: UserSetting }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.photo}>
      <Avatar size="large" name={user.nick_name ?? user.user_id} src={user.avatar} />
      <TextLink onClick={() => setOpen(true)}>{t('profile.changePhoto')}</TextLink>
      {isOpen && <PhotoSheet onClose={() => setOpen(false)} />}
    </div>
  )
}
