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
  const [isOpen, setOpen] = useState(false)
  if (!account) return null
  return (
    <>
      <List label={note}>
        <Row
          icon={account.kind === 'bank' ? 'bank' : 'phone'}
          title={accountName(account)}
          note={note}
          onClick={() => setOpen(true)}
          chevron
        />
      </List>
      <Sheet open={isOpen} title={t('accounts.choose')} onClose={() => setOpen(false)}>
        <RadioList
          label={t('accounts.choose')}
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
