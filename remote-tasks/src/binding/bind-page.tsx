import { bindStatuses, type boundAccounts, type ResponseOf } from '@adcoin/contract'
import { formatNumber } from '@adcoin/i18n/formats'
import { appPaths, useBack } from '@adcoin/remote'
import { Button, Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Section, Stats } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { BindForm } from './bind-form.tsx'
import { BoundCard } from './bound-card.tsx'
import { useBoundAccounts } from './use-bound-accounts.ts'

type Form = 'closed' | 'new' | { again: string }

export function Page() {
  const t = useT()
  const { data, isError, refetch } = useBoundAccounts()
  const [form, setForm] = useState<Form>('closed')
  const shown = data?.list.filter(account => account.bind_status !== bindStatuses.notBound) ?? []
  const open = form === 'closed' && data && shown.length === 0 ? 'new' : form
  const again = typeof open === 'object' ? shown.find(account => account.id === open.again) : undefined
  return (
    <Screen>
      <NavBar title={t('titles.bindAccount')} onBack={useBack(appPaths.home)} />
      {!data ? (
        <Main>
          {isError ? (
            <Failed onRetry={() => void refetch()} />
          ) : (
            <>
              <Skeleton lines={2} />
              <Skeleton shape="card" />
              <Skeleton shape="card" />
            </>
          )}
        </Main>
      ) : (
        <Main dock={open !== 'closed'}>
          {open === 'closed' ? <Minimums rules={data.rules} /> : null}
          {open === 'closed' ? (
            <Section title={t('bind.linked')}>
              {shown.map(account => (
                <BoundCard
                  key={account.id}
                  account={account}
                  minutes={data.check_minutes}
                  onAgain={() => setForm({ again: account.id })}
                />
              ))}
              <Button kind="secondary" block icon="plus" onClick={() => setForm('new')}>
                {t('bind.another')}
              </Button>
            </Section>
          ) : (
            <BindForm
              key={again?.id ?? 'new'}
              platforms={data.platforms}
              minutes={data.check_minutes}
              rules={<Minimums rules={data.rules} />}
              account={again}
              onDone={() => setForm('closed')}
            />
          )}
        </Main>
      )}
    </Screen>
  )
}

function Minimums({ rules }: Pick<ResponseOf<typeof boundAccounts>, 'rules'>) {
  const t = useT()
  return (
    <Stats
      items={[
        { label: t('bind.minFans'), value: formatNumber(rules.min_fans) },
        { label: t('bind.minAge'), value: t('bind.days', { count: rules.min_reg_days }) },
      ]}
    />
  )
}
