import { languages, type UserSetting } from '@adcoin/contract'
import { useLanguage } from '@adcoin/i18n'
import { appPaths, useBack, useHost, withQuery } from '@adcoin/remote'
import { useSearchParams } from '@adcoin/router'
import { useSession, type Theme } from '@adcoin/session'
import { Main, NavBar, Screen } from '@adcoin/ui'
import { ConfirmDialog, List, RadioList, Row, Section, Sheet } from '@adcoin/ui/pages'
import { useState } from 'react'
import { AboutPage } from '../about/lazy-about-page.ts'
import { buildAboutPath, aboutTexts, useAboutText } from '../about/about-links.tsx'
import { DataPage } from '../leaving/data-page.tsx'
import { DeletePage } from '../leaving/delete-page.tsx'
import { useProfile } from '../owner/use-profile.ts'
import { PasskeysPage } from './passkeys-page.tsx'
import { useT } from '../texts.ts'
import { Devices } from './devices.tsx'
import { GoogleRow } from './google-row.tsx'
import { TimeZoneRow } from './time-zone-row.tsx'

/** `?own=` shows a page of the account: passkeys, data or deletion. `?about=` shows a text of the operator. */
export function Page() {
  const [query] = useSearchParams()
  const own = query.get('own')
  const about = useAboutText()
  if (own === 'data') return <DataPage />
  if (own === 'delete') return <DeletePage />
  if (own === 'passkeys') return <PasskeysPage />
  if (about) return <AboutPage />
  return <Settings />
}

function Settings() {
  const t = useT()
  const host = useHost()
  const back = useBack(appPaths.profile)
  const code = useLanguage()
  const theme = useSession(session => session.theme)
  const { user } = useProfile()
  return (
    <Screen>
      <NavBar title={t('titles.settings')} onBack={back} />
      <Main>
        <List plain>
          <Row
            title={t('settings.language')}
            value={languages.find(({ api_code }) => api_code === code)?.title}
            to={appPaths.language}
            chevron
          />
          <ThemeRow theme={theme} />
          <TimeZoneRow user={user} />
        </List>
        <Security user={user} />
        <Section title={t('devices.title')}>
          <Devices />
        </Section>
        <List>
          <Row icon="help" title={t('settings.support')} onClick={host.openHelp} />
          <LogoutRow />
        </List>
        <List label={t('about.label')}>
          {aboutTexts.map(name => (
            <Row key={name} title={t(`about.${name}`)} to={buildAboutPath(appPaths.settings, name)} chevron />
          ))}
        </List>
        <List label={t('leaving.data')}>
          <Row icon="download" title={t('leaving.download')} to={withQuery(appPaths.settings, { own: 'data' })} />
          <Row icon="trash" title={t('leaving.delete')} to={withQuery(appPaths.settings, { own: 'delete' })} />
        </List>
      </Main>
    </Screen>
  )
}

function Security({ user }: { user: UserSetting | undefined }) {
  const t = useT()
  return (
    <List label={t('settings.security')}>
      <Row
        icon="lock"
        title={t('settings.loginPassword')}
        note={user?.has_passwd === false ? t('settings.loginPasswordUnset') : undefined}
        to={appPaths.loginPassword}
      />
      <Row
        icon="key"
        title={t('settings.tradingPassword')}
        note={user ? t(user.is_pay_passwd ? 'settings.tradingSet' : 'settings.tradingUnset') : undefined}
        to={appPaths.tradingPassword}
      />
      <Row
        icon="key"
        title={t('passkeys.title')}
        note={t('passkeys.some')}
        to={withQuery(appPaths.settings, { own: 'passkeys' })}
      />
      <GoogleRow user={user} />
    </List>
  )
}

function LogoutRow() {
  const t = useT()
  const host = useHost()
  const [isAsking, setAsking] = useState(false)
  return (
    <Row icon="logout" title={t('settings.logout')} onClick={() => setAsking(true)}>
      <ConfirmDialog
        open={isAsking}
        title={t('settings.logoutTitle')}
        text={t('settings.logoutText')}
        confirm={t('settings.logout')}
        danger
        onConfirm={() => {
          setAsking(false)
          void host.signOut()
        }}
        onClose={() => setAsking(false)}
      />
    </Row>
  )
}

const themes: readonly Theme[] = ['system', 'light', 'dark']

/** Applies at once; the sheet stays open, so that the choice can be seen and changed. */
function ThemeRow({ theme }: { theme: Theme }) {
  const t = useT()
  const host = useHost()
  const [isOpen, setOpen] = useState(false)
  return (
    <Row title={t('settings.appearance')} value={t(`settings.themes.${theme}`)} chevron onClick={() => setOpen(true)}>
      <Sheet open={isOpen} title={t('settings.appearance')} onClose={() => setOpen(false)}>
        <RadioList
          label={t('settings.appearance')}
          hiddenLabel
          options={themes.map(value => ({ value, label: t(`settings.themes.${value}`) }))}
          value={theme}
          onChange={host.setTheme}
        />
      </Sheet>
    </Row>
  )
}
