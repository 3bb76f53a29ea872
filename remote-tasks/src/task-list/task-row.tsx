import type { TaskItem } from '@adcoin/contract'
import { formatDate } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { Button, Icon } from '@adcoin/ui'
import { Amount, Row } from '@adcoin/ui/pages'
import { kindIcon } from '../status/kinds.ts'
import { knownLock } from '../status/locks.ts'
import { stageOf } from '../status/progress.ts'
import { StatusPill } from '../status/status-pill.tsx'
import { useT } from '../texts.ts'
import { useClaim } from './use-claim.ts'

/** A task of the day: what it pays, how long it takes, and its state, why it is locked, or Claim. */
export function TaskRow({ task }: { task: TaskItem }) {
  const t = useT()
  const isUnclaimed = stageOf(task) === 'unclaimed'
  return (
    <Row
      icon={kindIcon(task.kind)}
      title={task.title}
      to={appPaths.task({ taskId: task.id })}
      chevron={false}
      note={
        <>
          <Amount minor={task.reward} /> · {t('list.minutes', { count: task.minutes })}
          {isUnclaimed && !task.lock && <Offer task={task} />}
        </>
      }
      state={
        !isUnclaimed ? (
          <StatusPill {...task} />
        ) : task.lock ? (
          <>
            <Icon name="lock" size={20} /> {t(`lock.${knownLock(task.lock)}`)}
          </>
        ) : undefined
      }
      end={isUnclaimed && !task.lock ? <ClaimButton task={task} /> : undefined}
    />
  )
}

/** How long somebody can still claim it, and how many others can. */
function Offer({ task: { ends_at, quota_left } }: { task: TaskItem }) {
  const t = useT()
  const until = ends_at ? `${t('list.until', { time: formatDate(ends_at, 'moment') })} · ` : ''
  return (
    <>
      <br />
      {until}
      {t('list.left', { count: quota_left })}
    </>
  )
}

function ClaimButton({ task }: { task: TaskItem }) {
  const t = useT()
  const claim = useClaim()
  return (
    <Button
      kind="tonal"
      size="small"
      aria-label={t('list.claimLabel', { title: task.title })}
      busy={claim.isRunning}
      onClick={() => void claim.submit({ task_id: task.id })}
    >
      {t('list.claim')}
    </Button>
  )
}
