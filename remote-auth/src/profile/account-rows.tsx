import { tagOf, type ApiCode, type UserSetting } from '@adcoin/contract'
import { useLanguage } from '@adcoin/i18n'
import { appPaths, withQuery } from '@adcoin/remote'
import { useCopy } from '@adcoin/remote/pages'
import { Button, Failed, Hint, IconButton, Skeleton } from '@adcoin/ui'
import { List, RadioList, Row, Sheet, Stack } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useRegions } from '../account/use-regions.ts'
import { useT } from '../texts.ts'
import styles from './profile.module.css'
import { useSaveProfile } from './use-save-profile.ts'

export function AccountRows({ user }: { user: UserSetting }) {
  const t = useT()
  const copy = useCopy()
  const language = useLanguage()
  const [isChoosing, setChoosing] = useState(false)
  return (
    <List plain>
      <Row
        title={t('profile.userId')}
        end={
          <span className={styles.id}>
            <span className="ac-num ac-2">{user.user_id}</span>
            <IconButton label={t('profile.copyId')} icon="copy" size={20} onClick={() => void copy(user.user_id)} />
          </span>
        }
      />
      {(['mobile', 'email'] as const).map(contact => (
        <Row
          key={contact}
          title={t(`profile.${contact}`)}
          value={user[contact] ? <bdi>{user[contact]}</bdi> : <b className={styles.add}>{t('profile.add')}</b>}
          to={withQuery(appPaths.profile, { contact })}
        />
      ))}
      <Row
        title={t('profile.country')}
        value={formatCountry(user.country_code, language)}
        onClick={() => setChoosing(true)}
      />
      {isChoosing && <CountrySheet user={user} onClose={() => setChoosing(false)} />}
      {user.inviter_id ? (
        <Row title={t('profile.invitedBy')} value={<bdi>{user.inviter_name || user.inviter_id}</bdi>} />
      ) : (
        <Row
          title={t('profile.invitedBy')}
          value={<b className={styles.add}>{t('profile.addCode')}</b>}
          to={appPaths.bindInvite}
        />
      )}
    </List>
  )
}

/** The country in the current language; unchanged if the browser does not know it. */
function formatCountry(country: string, language: ApiCode): string {
  // `Intl.DisplayNames` throws for anything else.
  if (!/^[A-Z]{2}$/.test(country)) return country
  return new Intl.DisplayNames(tagOf(language), { type: 'region' }).of(country) ?? country
}

/** Another country. The service fixes it once amounts exist in its currency. */
function CountrySheet({ user, onClose }: { user: UserSetting; onClose: () => void }) {
  const t = useT()
  const { data: regions, isError, refetch } = useRegions()
  const [country, setCountry] = useState(user.country_code)
  const save = useSaveProfile({ onSaved: onClose })
  return (
    <Sheet open title={t('profile.country')} onClose={onClose}>
      <Stack>
        <Hint tone="hint" icon="info">
          {t(user.is_country_fixed ? 'profile.countryFixed' : 'profile.countryHelp')}
        </Hint>
        {user.is_country_fixed ? null : regions ? (
          <>
            <RadioList
              label={t('profile.country')}
              hiddenLabel
              options={regions.map(({ region, name, currency }) => ({ value: region, label: name, note: currency }))}
              value={country}
              onChange={setCountry}
            />
            <Button block busy={save.isRunning} onClick={() => void save.submit({ country_code: country })}>
              {t('profile.save')}
            </Button>
          </>
        ) : isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <Skeleton shape="rows" lines={6} />
        )}
      </Stack>
    </Sheet>
  )
}
