import { defaultPayway, removePayway, userPaywayList, withdrawLog, type UserPayway } from '@adcoin/contract'
import { refresh, useCall, useSubmit } from '@adcoin/http'
import { formatCoin, formatDate } from '@adcoin/i18n/formats'
import { appPaths, useBack, useHost } from '@adcoin/remote'
import { doingText } from '@adcoin/remote/pages'
import { Button, Empty, Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { AmountText, ConfirmDialog, Dock, List, Pill, Row, Sheet } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { createBankMark, formatAccountName, useAccounts } from './use-accounts.ts'

export function Page() {
  const t = useT()
  const { data, isError, refetch } = useAccounts()
  const findLastPaid = useLastPaid()
  return (
    <Screen>
      <NavBar title={t('titles.cards')} onBack={useBack(appPaths.money)} />
      <Main>
        {!data ? (
          isError ? (
            <Failed onRetry={() => void refetch()} />
          ) : (
            <Skeleton shape="rows" lines={2} />
          )
        ) : data.list.length === 0 ? (
          <Empty title={t('accounts.empty')} text={t('accounts.emptyNote')} />
        ) : (
          <>
            <List label={t('titles.cards')}>
              {data.list.map(account => (
                <AccountRow key={account.id} account={account} lastPaid={findLastPaid(account)} />
              ))}
            </List>
            <p className="ac-small ac-2">{t('accounts.note')}</p>
          </>
        )}
        <Dock>
          <Button block icon="plus" to={appPaths.addCard}>
            {t('accounts.add')}
          </Button>
        </Dock>
      </Main>
    </Screen>
  )
}

const pills = {
  checking: { tone: 'info', shape: 'run' },
  failed: { tone: 'bad', shape: 'bad' },
  other: { tone: 'idle', shape: 'none' },
} as const

/** One account. A tap offers to make it the default, or to remove it after a confirmation. */
function AccountRow({ account, lastPaid }: { account: UserPayway; lastPaid: string | undefined }) {
  const t = useT()
  const [view, setView] = useState<'closed' | 'actions' | 'remove'>('closed')
  const { makeDefault, remove } = useAccountActions()
  const name = formatAccountName(account)
  const close = () => setView('closed')
  return (
    <Row
      icon={createBankMark(account)}
      title={name}
      note={
        <>
          {account.is_default ? `${account.holder_name} · ${t('accounts.default')}` : account.holder_name}
          <br />
          <LimitsAndLastPaid account={account} lastPaid={lastPaid} />
        </>
      }
      onClick={() => setView('actions')}
      // An account that works needs no word for it.
      state={
        account.status === 'ready' ? undefined : (
          <Pill {...pills[account.status]}>{t(`accounts.status.${account.status}`)}</Pill>
        )
      }
    >
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
    </Row>
  )
}

/** How much it takes at a time, and when it was last paid. */
function LimitsAndLastPaid({ account, lastPaid }: { account: UserPayway; lastPaid: string | undefined }) {
  const t = useT()
  const [min, max] = [formatCoin(account.min), formatCoin(account.max)]
  return (
    <>
      <AmountText text={t('sell.limits', { min, max })} amounts={[min, max]} />
      {lastPaid === undefined ? null : (
        <>
          <br />
          {t('accounts.lastPaid', { day: formatDate(lastPaid, 'date') })}
        </>
      )}
    </>
  )
}

/** When each account was last paid, by its name: a withdrawal keeps no id of the account. */
function useLastPaid(): (account: UserPayway) => string | undefined {
  const paid = useCall(withdrawLog, { status: 'paid', limit: '10' }, { errors: 'page' }).data?.list ?? []
  return account =>
    paid.find(
      ({ decided_at, ...withdrawal }) => decided_at && formatAccountName(withdrawal) === formatAccountName(account),
    )?.decided_at ?? undefined
}

/** A refusal is a toast with the service's sentence. */
function useAccountActions() {
  const t = useT()
  const host = useHost()
  const refreshAccounts = () => refresh(userPaywayList)
  return {
    makeDefault: useSubmit(defaultPayway, { loaderText: doingText('save'), onSuccess: refreshAccounts }),
    remove: useSubmit(removePayway, {
      loaderText: doingText('save'),
      errors: 'toast',
      onSuccess: async () => {
        await refreshAccounts()
        host.showToast(t('accounts.removed'), 'good')
      },
    }),
  }
}
