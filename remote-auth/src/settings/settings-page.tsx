import { languages } from '@adcoin/contract'
import { useLanguage } from '@adcoin/i18n'
import { appPaths, useBack, useHost } from '@adcoin/remote'
import { useSession } from '@adcoin/session'
import { Main, NavBar, Screen } from '@adcoin/ui'
import { List, Row, Section } from '@adcoin/ui/pages'
import { useProfile } from '../profile/use-profile.ts'
import { useT } from '../texts.ts'
import { Devices } from './devices.tsx'
import { LogoutRow } from './logout-row.tsx'
import { ThemeRow } from './theme-row.tsx'
import { TimeZoneRow } from './time-zone-row.tsx'

export function Page() {
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
        </List>
        <Section title={t('devices.title')}>
          <Devices />
        </Section>
        <List>
          <Row icon="help" title={t('settings.support')} onClick={host.openHelp} />
          <LogoutRow />
        </List>
      </Main>
    </Screen>
  )
}
