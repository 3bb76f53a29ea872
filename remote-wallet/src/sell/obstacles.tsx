import type { Balance, UserSetting } from '@adcoin/contract'
import { formatDate } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { Hint } from '@adcoin/ui'
import { List, Row } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'

/** What has to be done first, said before anything is typed; each leads there and back to the half-filled form. */
export function Obstacles({
  money,
  person,
  hasAccount,
}: {
  money: Balance
  person: UserSetting | undefined
  hasAccount: boolean
}) {
  const t = useT()
  const frozen = money.config?.frozen_until
  const noAccount = !hasAccount
  const noPassword = person !== undefined && !person.is_pay_passwd
  return (
    <>
      {frozen && Date.parse(frozen) > Date.now() ? (
        <Hint tone="warn" icon="clock">
          {t('sell.frozen', { time: formatDate(frozen, 'moment') })}
        </Hint>
      ) : null}
      {noAccount || noPassword ? (
        <List label={t('sell.addAccount')}>
          {noAccount ? (
            <Row
              icon="bank"
              title={t('sell.addAccount')}
              note={t('sell.addAccountNote')}
              to={appPaths.addCard}
              chevron
            />
          ) : null}
          {noPassword ? (
            <Row icon="key" title={t('sell.notSet')} note={t('sell.setNow')} to={appPaths.tradingPassword} chevron />
          ) : null}
        </List>
      ) : null}
    </>
  )
}
