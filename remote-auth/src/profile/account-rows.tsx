import { tagOf, type ApiCode, type UserSetting } from '@adcoin/contract'
import { useLanguage } from '@adcoin/i18n'
import { appPaths, useHost, withQuery } from '@adcoin/remote'
import { IconButton } from '@adcoin/ui'
import { List, Row } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { CountrySheet } from './country-sheet.tsx'
import styles from './profile.module.css'

/** What the service knows about the account: id to copy, masked number and address, inviter. */
export function AccountRows({ user }: { user: UserSetting }) {
  const t = useT()
  const host = useHost()
  const language = useLanguage()
  const [isChoosing, setChoosing] = useState(false)

  async function copyId() {
    try {
      await navigator.clipboard.writeText(user.user_id)
      host.showToast(t('profile.copied'), 'good')
    } catch {
      host.showToast(t('profile.copyFailed'), 'bad')
    }
  }
  return (
    <List plain>
      <Row
        title={t('profile.userId')}
        end={
          <span className={styles.id}>
            <span className="ac-num ac-2">{user.user_id}</span>
            <IconButton label={t('profile.copyId')} icon="copy" size={20} onClick={() => void copyId()} />
          </span>
        }
      />
      {(['mobile', 'email'] as const).map(contact => (
        <Row
          key={contact}
          title={t(`profile.${contact}`)}
          value={user[contact] ? <bdi>{user[contact]}</bdi> : <b className={styles.add}>{t('profile.add')}</b>}
          to={withQuery(appPaths.profile, { contact })}
          chevron
        />
      ))}
      <Row
        title={t('profile.country')}
        value={nameOf(user.country_code, language)}
        chevron
        onClick={() => setChoosing(true)}
      />
      {isChoosing && <CountrySheet user={user} onClose={() => setChoosing(false)} />}
      {user.inviter_id ? (
        <Row title={t('profile.invitedBy')} value={<span className="ac-num">{user.inviter_id}</span>} />
      ) : (
        <Row
          title={t('profile.invitedBy')}
          value={<b className={styles.add}>{t('profile.addCode')}</b>}
          to={appPaths.bindInvite}
          chevron
        />
      )}
    </List>
  )
}

/** The country in the language of the screen; as the service wrote it where that is none that the browser knows. */
function nameOf(country: string, language: ApiCode): string {
  // The browser throws at what cannot be a country.
  if (!/^[A-Z]{2}$/.test(country)) return country
  return new Intl.DisplayNames(tagOf(language), { type: 'region' }).of(country) ?? country
}
