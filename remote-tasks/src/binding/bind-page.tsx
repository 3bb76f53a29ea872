import { type BoundAccount, bindStatuses, type boundAccounts, type ResponseOf } from '@adcoin/contract'
import { joined, formatNumber } from '@adcoin/i18n/formats'
import { Form, useFields } from '@adcoin/remote/forms'
import { Hint, Button, Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Dock, Lead, SelectField, Stack, TextField, Section, Stats } from '@adcoin/ui/pages'
import { type ReactNode, useState } from 'react'
import { appPaths, useBack } from '@adcoin/remote'
import { useReviewTime } from '../status.tsx'
import { useT } from '../texts.ts'
import { useBind } from './use-bind.ts'
import { type BoundAccounts, type SocialPlatform, useBoundAccounts } from './use-bound-accounts.ts'
import { isBelowMinimum } from './below-minimum.ts'
import { BoundCard } from './bound-card.tsx'

type BindFormProps = {
  platforms: readonly SocialPlatform[]
  /** Usual minutes of a check. */
  minutes: number | undefined
  /** The minimums of an account. */
  rules: ReactNode
  account: BoundAccount | undefined
  onDone: () => void
}

export function Page() {
  const t = useT()
  const { data, isError, refetch } = useBoundAccounts()
  const [form, setForm] = useState<OpenForm>('closed')
  const shown = data?.list.filter(account => account.bind_status !== bindStatuses.notBound) ?? []
  const open = form === 'closed' && data && shown.length === 0 ? 'new' : form
  const again = typeof open === 'object' ? shown.find(account => account.id === open.accountId) : undefined
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
          {open === 'closed' ? (
            <AccountList accounts={shown} data={data} onOpen={setForm} />
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

type ListProps = { accounts: readonly BoundAccount[]; data: BoundAccounts; onOpen: (form: OpenForm) => void }

function AccountList({ accounts, data, onOpen }: ListProps) {
  const t = useT()
  // An account below the minimums needs time before it can be linked again.
  const isAnotherFirst = accounts.some(account => isBelowMinimum(account, data.rules))
  return (
    <Section title={t('bind.linked')}>
      <Stack gap={5}>
        {accounts.map(account => (
          <BoundCard
            key={account.id}
            account={account}
            platform={data.platforms.find(({ code }) => code === account.platform)?.name}
            minutes={data.check_minutes}
            rules={data.rules}
            onRetry={() => onOpen({ accountId: account.id })}
          />
        ))}
      </Stack>
      <Button kind={isAnotherFirst ? 'tonal' : 'quiet'} block icon="plus" onClick={() => onOpen('new')}>
        {t('bind.another')}
      </Button>
      {accounts.some(account => account.bind_status === bindStatuses.bound) ? (
        <Dock>
          <Button block to={appPaths.tasks}>
            {t('record.toTasks')}
          </Button>
        </Dock>
      ) : null}
    </Section>
  )
}

function BindForm({ platforms, minutes, rules, account, onDone }: BindFormProps) {
  const t = useT()
  const reviewTime = useReviewTime()
  const { form, checkLink, ...sending } = useBind({ platforms, account, onDone })
  const field = useFields(form)
  const chosen = platforms.find(platform => platform.code === form.watch('platform'))
  return (
    <Form {...sending} action={t(account ? 'bind.again' : 'bind.submit')}>
      <Lead
        level={2}
        title={t('bind.title')}
        note={joined([t('bind.note'), t('bind.next'), reviewTime(minutes ?? 0)])}
      />
      {rules}
      <SelectField
        label={t('bind.platform')}
        placeholder={null}
        options={platforms.map(({ code, name }) => ({ value: code, label: name }))}
        {...field('platform', { onChange: checkLink })}
      />
      <TextField
        label={t('submit.username')}
        autoCapitalize="none"
        autoComplete="off"
        placeholder="@"
        {...field('username', { required: t('bind.usernameMissing') })}
      />
      <TextField
        label={t('submit.homepage')}
        help={t('bind.homepageHelp', { example: chosen?.example ?? 'https://' })}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        placeholder="https://"
        {...field('homepage_link', { onBlur: checkLink, required: t('bind.linkMissing') })}
      />
      <Hint tone="hint" icon="lock">
        {t('bind.privacy')}
      </Hint>
    </Form>
  )
}

type OpenForm = 'closed' | 'new' | { accountId: string }

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
