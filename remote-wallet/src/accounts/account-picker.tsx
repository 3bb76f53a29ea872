import type { UserPayway } from '@adcoin/contract'
import { formatCoin, formatDate } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { useNavigate } from '@adcoin/router'
import { Button } from '@adcoin/ui'
import { List, RadioList, Row, Sheet } from '@adcoin/ui/pages'
import { useState } from 'react'
import type { Sell } from '../sell/use-sell.ts'
import { useT } from '../texts.ts'
import { accountName } from './use-accounts.ts'

/** The account that is paid into, and a sheet to choose another: another account quotes again. */
export function AccountPicker({ sell: { account, ready, change }, note }: { sell: Sell; note: string }) {
  const t = useT()
  const navigate = useNavigate()
  const young = useYoungNote(account)
  const [isOpen, setOpen] = useState(false)
  if (!account) return null
  return (
    <>
      <List label={note}>
        <Row
          icon={account.kind === 'bank' ? 'bank' : 'phone'}
          title={accountName(account)}
          note={young ?? note}
          onClick={() => setOpen(true)}
          chevron
        />
      </List>
      <Sheet open={isOpen} title={t('accounts.choose')} onClose={() => setOpen(false)}>
        <RadioList
          label={t('accounts.choose')}
          hiddenLabel
          value={account.id}
          options={ready.map(one => ({ value: one.id, label: accountName(one), note: one.holder_name }))}
          onChange={accountId => {
            change({ accountId })
            setOpen(false)
          }}
        />
        <Button kind="secondary" block icon="plus" onClick={() => navigate(appPaths.addCard)}>
          {t('accounts.add')}
        </Button>
      </Sheet>
    </>
  )
}

/** An account that was added a short while ago takes less: said before anything is typed. */
function useYoungNote(account: UserPayway | undefined): string | undefined {
  const t = useT()
  if (!account?.usable_from || Date.parse(account.usable_from) <= Date.now()) return undefined
  return t('sell.young', { max: formatCoin(account.max), time: formatDate(account.usable_from, 'moment') })
}
