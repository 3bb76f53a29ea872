import { bindStatuses, type BoundAccount } from '@adcoin/contract'
import { formatNumber } from '@adcoin/i18n/formats'
import { Button, Hint } from '@adcoin/ui'
import { Avatar, ConfirmDialog, List, Pill, Row, Stack, Stats } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { useReviewTime } from '../status/review-time.ts'
import styles from './banner.module.css'
import { Challenge } from './challenge.tsx'
import { useUnbind } from './use-unbind.ts'

const looks = {
  [bindStatuses.binding]: { tone: 'info', shape: 'run' },
  [bindStatuses.bound]: { tone: 'good', shape: 'ok' },
  [bindStatuses.failed]: { tone: 'bad', shape: 'bad' },
} as const

type CardProps = { account: BoundAccount; minutes: number | undefined; onAgain: () => void }

/** One linked account: its state, what was read of it, why it failed, and what can be done. */
export function BoundCard({ account, minutes, onAgain }: CardProps) {
  const t = useT()
  const reviewTime = useReviewTime()
  const { bind_status: status } = account
  const known = status === 1 || status === 2 || status === 3 ? status : undefined
  const name = `@${account.username}`
  return (
    <Stack gap={3}>
      {account.background ? <Banner src={account.background} /> : null}
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
      {status === bindStatuses.binding ? (
        <>
          <p className="ac-small ac-2">{reviewTime(minutes ?? 0)}</p>
          <Challenge text={account.challenge} />
        </>
      ) : null}
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

/** What stands behind the profile's name at its platform; decoration, so that a missing one leaves nothing. */
function Banner({ src }: { src: string }) {
  const [isMissing, setMissing] = useState(false)
  return isMissing ? null : (
    <img className={styles['banner']} src={src} alt="" loading="lazy" onError={() => setMissing(true)} />
  )
}

/** Lets an account go, once somebody has said so twice; a failed one is only taken off the list. */
function Unbind({ account }: { account: BoundAccount }) {
  const t = useT()
  const unbind = useUnbind()
  const [asking, setAsking] = useState(false)
  const { bind_status: status } = account
  if (status !== bindStatuses.bound && status !== bindStatuses.failed) return null
  const isBound = status === bindStatuses.bound
  const name = `@${account.username}`
  const action = t(isBound ? 'bind.unbind' : 'bind.remove')
  return (
    <>
      <Button kind="quiet" block busy={unbind.isRunning} onClick={() => setAsking(true)}>
        {action}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={t(isBound ? 'bind.unbindTitle' : 'bind.removeTitle', { name })}
        text={t(isBound ? 'bind.unbindText' : 'bind.removeText')}
        confirm={action}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          void unbind.submit({ id: account.id, confirm: true })
        }}
      />
    </>
  )
}
