import type { Balance, UserSetting } from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'
import { Hint } from '@adcoin/ui'
import { List, Row } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { usePause } from './use-pause.ts'

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
  const pause = usePause(money)
  const noAccount = !hasAccount
  const noPassword = person !== undefined && !person.is_pay_passwd
  return (
    <>
      {pause ? (
        <Hint tone="warn" icon="clock">
          {pause}
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
