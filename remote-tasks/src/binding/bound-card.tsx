import { bindStatuses, boundAccounts, taskList, unbindAccount, type BoundAccount } from '@adcoin/contract'
import { refresh, useSubmit } from '@adcoin/http'
import { joined } from '@adcoin/i18n/formats'
import { useHost } from '@adcoin/remote'
import { doingText, useCopy } from '@adcoin/remote/pages'
import { Button, Hint } from '@adcoin/ui'
import { Avatar, ConfirmDialog, List, Parts, Pill, Row, Stack } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { useReviewTime } from '../status.tsx'
import { isBelowMinimum } from './below-minimum.ts'
import type { BoundAccounts } from './use-bound-accounts.ts'
import styles from './banner.module.css'

const pills = {
  [bindStatuses.binding]: { tone: 'info', shape: 'run' },
  [bindStatuses.bound]: { tone: 'good', shape: 'ok' },
  [bindStatuses.failed]: { tone: 'bad', shape: 'bad' },
} as const

type CardProps = {
  account: BoundAccount
  /** Its name. */
  platform: string | undefined
  minutes: number | undefined
  rules: BoundAccounts['rules']
  onRetry: () => void
}

export function BoundCard({ account, platform, minutes, rules, onRetry }: CardProps) {
  const t = useT()
  const reviewTime = useReviewTime()
  const { bind_status: status } = account
  return (
    <Stack gap={3}>
      <Profile {...{ account, platform }} />
      {status === bindStatuses.binding ? (
        <Challenge account={account} note={joined([t('bind.challengeNote'), reviewTime(minutes ?? 0)])} />
      ) : null}
      {status === bindStatuses.failed ? <Failure account={account} /> : null}
      {status === bindStatuses.failed ? (
        <Button kind={isBelowMinimum(account, rules) ? 'quiet' : 'tonal'} block onClick={onRetry}>
          {t('bind.again')}
        </Button>
      ) : null}
    </Stack>
  )
}

/** The reason and its remedy. The text for the profile helps only where it was read and the text was not in it. */
function Failure({ account }: { account: BoundAccount }) {
  const t = useT()
  const isTextMissing = account.description !== null && !account.description.includes(account.challenge)
  return (
    <Hint tone="bad" icon="alert">
      <Stack gap={3}>
        <b>{account.fail_reason ?? t('bind.status.3')}</b>
        {isTextMissing ? <ChallengeText account={account} /> : null}
      </Stack>
    </Hint>
  )
}

function Profile({ account, platform }: Pick<CardProps, 'account' | 'platform'>) {
  const t = useT()
  const { bind_status: status, fans, reg_days: days } = account
  const isBound = status === bindStatuses.bound
  const knownStatus = status === 1 || status === 2 || status === 3 ? status : undefined
  const name = `@${account.username}`
  const title = account.nickname && account.nickname !== account.username ? account.nickname : name
  // The text that shows the owner is not the profile's own.
  const description = account.description?.replace(account.challenge, '').trim()
  return (
    <>
      {account.background ? <Banner src={account.background} /> : null}
      <List label={name}>
        <Row
          icon={{ node: <Avatar name={account.nickname ?? account.username} src={account.avatar ?? undefined} /> }}
          title={title}
          note={
            <>
              <Parts
                of={[
                  title === name ? undefined : name,
                  platform,
                  ...(isBound && fans !== null ? [t('bind.fans', { count: fans })] : []),
                  ...(isBound && days !== null ? [t('bind.age', { count: days })] : []),
                ]}
              />
              {description}
            </>
          }
          state={
            <Pill {...(knownStatus ? pills[knownStatus] : { tone: 'idle', shape: 'none' })}>
              {t(`bind.status.${knownStatus ?? 'other'}`)}
            </Pill>
          }
          end={isBound || status === bindStatuses.failed ? <Unbind account={account} /> : undefined}
        />
      </List>
    </>
  )
}

/** The banner of the profile: decoration, so a missing one leaves nothing. */
function Banner({ src }: { src: string }) {
  const [isMissing, setMissing] = useState(false)
  return isMissing ? null : (
    <img className={styles['banner']} src={src} alt="" loading="lazy" onError={() => setMissing(true)} />
  )
}

/** Unbinds an account after a confirmation; a failed one is only removed from the list. */
function Unbind({ account }: { account: BoundAccount }) {
  const t = useT()
  const unbind = useUnbind()
  const [asking, setAsking] = useState(false)
  const isBound = account.bind_status === bindStatuses.bound
  const name = `@${account.username}`
  const action = t(isBound ? 'bind.unbind' : 'bind.remove')
  return (
    <>
      <Button kind="quiet" size="small" busy={unbind.isRunning} onClick={() => setAsking(true)}>
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

/** A refusal (open tasks) is a toast with the service's sentence. */
function useUnbind() {
  const t = useT()
  const host = useHost()
  return useSubmit(unbindAccount, {
    loaderText: doingText('save'),
    errors: 'toast',
    onSuccess: async () => {
      await Promise.all([refresh(boundAccounts), refresh(taskList)])
      host.showToast(t('bind.unbound'))
    },
  })
}

/** What is left to do while an account is checked: the text that shows that it is the person's own. */
function Challenge({ account, note }: { account: BoundAccount; note: string }) {
  const t = useT()
  return (
    <Hint tone="hint" icon="info">
      <Stack gap={3}>
        <span>
          <b>{t('bind.challengeTitle')}</b>
          <br />
          {note}
        </span>
        <ChallengeText account={account} />
      </Stack>
    </Hint>
  )
}

function ChallengeText({ account: { challenge } }: { account: BoundAccount }) {
  const t = useT()
  const copy = useCopy()
  return (
    <Button
      kind="secondary"
      block
      icon="copy"
      aria-label={`${t('bind.copyChallenge')}: ${challenge}`}
      onClick={() => void copy(challenge)}
    >
      {challenge}
    </Button>
  )
}
