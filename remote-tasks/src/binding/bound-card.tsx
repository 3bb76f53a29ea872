import { bindStatuses, type BoundAccount } from '@adcoin/contract'
import { formatNumber } from '@adcoin/i18n/formats'
import { Button, Hint } from '@adcoin/ui'
import { Avatar, ConfirmDialog, List, Pill, Row, Stack, Stats } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { Challenge } from './challenge.tsx'
import { useUnbind } from './use-unbind.ts'

const looks = {
  [bindStatuses.binding]: { tone: 'info', shape: 'run' },
  [bindStatuses.bound]: { tone: 'good', shape: 'ok' },
  [bindStatuses.failed]: { tone: 'bad', shape: 'bad' },
} as const

/** One linked account: its state, what was read of it, why it failed, and what can be done. */
export function BoundCard({ account, onAgain }: { account: BoundAccount; onAgain: () => void }) {
  const t = useT()
  const { bind_status: status } = account
  const known = status === 1 || status === 2 || status === 3 ? status : undefined
  const name = `@${account.username}`
  return (
    <Stack gap={3}>
      <List label={name}>
        <Row
          icon={{ node: <Avatar name={account.nickname ?? account.username} src={account.avatar ?? undefined} /> }}
          title={account.nickname ?? name}
          note={
            <>
              {account.nickname ? name : account.link}
              {account.description ? (
                <>
                  <br />
                  {account.description}
                </>
              ) : null}
            </>
          }
          state={
            <Pill {...(known ? looks[known] : { tone: 'idle', shape: 'none' })}>
              {t(`bind.status.${known ?? 'other'}`)}
            </Pill>
          }
        />
      </List>
      {status === bindStatuses.binding ? <Challenge text={account.challenge} /> : null}
      {status === bindStatuses.failed ? (
        <Hint tone="bad" icon="alert">
          {account.fail_reason ?? t('bind.status.3')}
        </Hint>
      ) : null}
      {status === bindStatuses.failed ? <Challenge text={account.challenge} hasFailed /> : null}
      {account.fans !== null && account.reg_days !== null ? (
        <Stats
          items={[
            { label: t('bind.fans'), value: formatNumber(account.fans) },
            { label: t('bind.age'), value: t('bind.days', { count: account.reg_days }) },
          ]}
        />
      ) : null}
      {status === bindStatuses.failed ? (
        <Button block onClick={onAgain}>
          {t('bind.again')}
        </Button>
      ) : null}
      <Unbind account={account} />
    </Stack>
  )
}

/** Lets a bound account go, once somebody has said so twice; the question stays until it is answered. */
function Unbind({ account }: { account: BoundAccount }) {
  const t = useT()
  const unbind = useUnbind()
  const [asking, setAsking] = useState(false)
  return (
    <>
      {account.bind_status === bindStatuses.bound ? (
        <Button kind="secondary" block busy={unbind.isRunning} onClick={() => setAsking(true)}>
          {t('bind.unbind')}
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking}
        danger
        title={t('bind.unbindTitle', { name: `@${account.username}` })}
        text={t('bind.unbindText')}
        confirm={t('bind.unbind')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          void unbind.submit({ id: account.id, confirm: true })
        }}
      />
    </>
  )
}
