import type { UserPayway } from '@adcoin/contract'
import { formatCoin, formatDate } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { useNavigate } from '@adcoin/router'
import { Button } from '@adcoin/ui'
import { AmountText, List, RadioList, Row, Sheet } from '@adcoin/ui/pages'
import { useState, type ReactNode } from 'react'
import { createBankMark, formatAccountName } from '../accounts/use-accounts.ts'
import { useT } from '../texts.ts'

type AccountPickerProps = {
  account: UserPayway | undefined
  accounts: readonly UserPayway[]
  onChoose: (accountId: string) => void
  note: string
}

/** The account that receives the payout, and a sheet to choose another. */
export function AccountPicker({ account, accounts, onChoose, note }: AccountPickerProps) {
  const t = useT()
  const navigate = useNavigate()
  const limit = useLimitNote(account)
  const [isOpen, setOpen] = useState(false)
  if (!account) return null
  return (
    <>
      <List label={note}>
        <Row
          icon={createBankMark(account)}
          title={formatAccountName(account)}
          note={limit ?? note}
          onClick={() => setOpen(true)}
        />
      </List>
      <Sheet open={isOpen} title={t('accounts.choose')} onClose={() => setOpen(false)}>
        <RadioList
          label={t('accounts.choose')}
          hiddenLabel
          value={account.id}
          options={accounts.map(receiver => ({
            value: receiver.id,
            label: formatAccountName(receiver),
            note: receiver.holder_name,
          }))}
          onChange={accountId => {
            onChoose(accountId)
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

function useLimitNote(account: UserPayway | undefined): ReactNode {
  const t = useT()
  if (!account?.usable_from || Date.parse(account.usable_from) <= Date.now()) return undefined
  const max = formatCoin(account.max)
  const text = t('sell.young', { max, time: formatDate(account.usable_from, 'moment') })
  return <AmountText text={text} amounts={[max]} />
}
