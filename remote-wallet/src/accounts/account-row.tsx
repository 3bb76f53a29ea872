import type { UserPayway } from '@adcoin/contract'
import { Button } from '@adcoin/ui'
import { ConfirmDialog, Pill, Row, Sheet } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { accountName } from './use-accounts.ts'
import { useAccountActions } from './use-account-actions.ts'

const looks = {
  ready: { tone: 'good', shape: 'ok' },
  checking: { tone: 'info', shape: 'run' },
  failed: { tone: 'bad', shape: 'bad' },
  other: { tone: 'idle', shape: 'none' },
} as const

/** One account; a tap offers to make it the default or to remove it, the latter after a question. */
export function AccountRow({ account }: { account: UserPayway }) {
  const t = useT()
  const [view, setView] = useState<'closed' | 'actions' | 'remove'>('closed')
  const { makeDefault, remove } = useAccountActions()
  const name = accountName(account)
  const close = () => setView('closed')
  return (
    <>
      <Row
        icon={account.kind === 'bank' ? 'bank' : 'phone'}
        title={name}
        note={account.is_default ? `${account.holder_name} · ${t('accounts.default')}` : account.holder_name}
        onClick={() => setView('actions')}
        state={<Pill {...looks[account.status]}>{t(`accounts.status.${account.status}`)}</Pill>}
        chevron
      />
      <Sheet open={view === 'actions'} title={name} onClose={close}>
        {account.is_default ? null : (
          <Button
            kind="secondary"
            block
            busy={makeDefault.isRunning}
            onClick={() => void makeDefault.submit({ id: account.id }).then(close)}
          >
            {t('accounts.makeDefault')}
          </Button>
        )}
        <Button kind="danger" block onClick={() => setView('remove')}>
          {t('accounts.remove')}
        </Button>
      </Sheet>
      <ConfirmDialog
        open={view === 'remove'}
        danger
        title={t('accounts.removeTitle', { account: name })}
        text={t('accounts.removeText')}
        confirm={t('accounts.remove')}
        onConfirm={() => {
          close()
          void remove.submit({ id: account.id })
        }}
        onClose={close}
      />
    </>
  )
}
