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
import { forgetDevice } from '../notifications/forget-device.ts'
import { NotificationsRow } from '../notifications/notifications-row.tsx'
import { readPushSupport } from '../notifications/push.ts'
import { useProfile } from '../owner/use-profile.ts'
import { PasskeysPage } from './passkeys-page.tsx'
import { useT } from '../texts.ts'
import { DevicesPage } from './devices-page.tsx'
import { GoogleRow } from './google-row.tsx'
import { TimeZoneRow } from './time-zone-row.tsx'

/**
 * `?own=` shows a page of the account: passkeys, devices, data or deletion. `?device=` marks one of the devices.
 * `?about=` shows a text of the operator.
 */
export function Page() {
  const [query] = useSearchParams()
  const own = query.get('own')
  const about = useAboutText()
  if (own === 'data') return <DataPage />
  if (own === 'delete') return <DeletePage />
  if (own === 'passkeys') return <PasskeysPage />
  if (own === 'devices' || query.has('device')) return <DevicesPage />
  if (about) return <AboutPage />
  return <Settings />
}

function Settings() {
  const t = useT()
  const back = useBack(appPaths.profile)
  const { user } = useProfile()
  return (
    <Screen>
      <NavBar title={t('titles.settings')} onBack={back} />
      <Main>
        <Section title={t('settings.app')}>
          <AppRows user={user} />
        </Section>
        <Section title={t('settings.security')}>
          <SecurityRows user={user} />
        </Section>
        <Section title={t('settings.more')}>
          <MoreRows />
        </Section>
        <List label={t('settings.leave')}>
          <LogoutRow />
          <Row
            icon="trash"
            tone="bad"
            title={t('leaving.delete')}
            to={withQuery(appPaths.settings, { own: 'delete' })}
          />
        </List>
      </Main>
    </Screen>
  )
}

function AppRows({ user }: { user: UserSetting | undefined }) {
  const t = useT()
  const code = useLanguage()
  const theme = useSession(session => session.theme)
  return (
    <List label={t('settings.app')}>
      <Row
        icon="globe"
        title={t('settings.language')}
        note={languages.find(({ api_code }) => api_code === code)?.title}
        to={appPaths.language}
      />
      <ThemeRow theme={theme} />
      <TimeZoneRow user={user} />
      <NotificationsRow />
    </List>
  )
}

function SecurityRows({ user }: { user: UserSetting | undefined }) {
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
        icon="money"
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
      <Row
        icon="phone"
        title={t('devices.title')}
        note={t('devices.some')}
        to={withQuery(appPaths.settings, { own: 'devices' })}
      />
    </List>
  )
}

const aboutIcons = { trust: 'info', terms: 'text', privacy: 'shield' } as const

function MoreRows() {
  const t = useT()
  const host = useHost()
  return (
    <List label={t('settings.more')}>
      <Row icon="help" title={t('settings.support')} onClick={host.openHelp} />
      {aboutTexts.map(name => (
        <Row
          key={name}
          icon={aboutIcons[name]}
          title={t(`about.${name}`)}
          to={buildAboutPath(appPaths.settings, name)}
        />
      ))}
      <Row icon="download" title={t('leaving.download')} to={withQuery(appPaths.settings, { own: 'data' })} />
    </List>
  )
}

function LogoutRow() {
  const t = useT()
  const host = useHost()
  const [isAsking, setAsking] = useState(false)
  const [isLeaving, setLeaving] = useState(false)

  async function leave(): Promise<void> {
    setLeaving(true)
    if (readPushSupport() === 'yes' && Notification.permission === 'granted') await forgetDevice()
    await host.signOut()
  }
  return (
    <Row icon="logout" title={t('settings.logout')} onClick={() => setAsking(true)} chevron={false}>
      <ConfirmDialog
        open={isAsking}
        title={t('settings.logoutTitle')}
        text={t('settings.logoutText')}
        confirm={t('settings.logout')}
        danger
        busy={isLeaving}
        onConfirm={() => void leave()}
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
    <Row
      icon="moon"
      title={t('settings.appearance')}
      note={t(`settings.themes.${theme}`)}
      onClick={() => setOpen(true)}
    >
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
