import type { ReactNode } from 'react'
import type { TaskItem } from '@adcoin/contract'
import { formatDate } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { Slot, SlotAmount, SlotList, SlotPicture } from '@adcoin/remote/slots'
import { Icon } from '@adcoin/ui'
import { Parts, Row } from '@adcoin/ui/pages'
import { isLockedByAccount } from '../binding/locked-rewards.ts'
import { TaskIllustration } from '../picture/task-illustration.tsx'
import { Worth } from '../reward.tsx'
import { toKnownLock, stageOf, StatusPill } from '../status.tsx'
import styles from '../picture/picture.module.css'
import { useT } from '../texts.ts'

export function TaskRow({ task }: { task: TaskItem }) {
  const facts = useFacts(task)
  return (
    <Row
      icon={{ picture: <TaskIllustration picture={task.picture} kind={task.kind} shape="card" /> }}
      title={task.title}
      to={appPaths.task({ taskId: task.id })}
      note={<Parts of={[<Worth key="worth" minor={task.reward} />, ...facts]} />}
      state={renderState(task)}
    />
  )
}

/** After the skeleton of a list of tasks: those that are left to do, as soon as the page has them. */
export function TaskSlots({ most, unless, skip }: { most: number; unless?: string; skip?: number }) {
  return (
    <SlotList
      of="taskList.list"
      most={most}
      unless={['review_status=2 exec_status=2', unless].filter(Boolean).join(' ')}
      {...(skip !== undefined && { skip })}
      row={
        <Row icon={{ picture: <SlotPicture /> }} title={<Slot path="title" />} note={<SlotAmount path="reward" />} />
      }
    />
  )
}

/** The status of a claimed task, or why it cannot be claimed. One row above all that need an account names that. */
function renderState(task: TaskItem): ReactNode {
  if (stageOf(task) !== 'unclaimed') return <StatusPill {...task} />
  return task.lock && !isLockedByAccount(task) ? <Lock lock={task.lock} /> : undefined
}

function Lock({ lock }: { lock: string }) {
  const t = useT()
  return (
    <>
      <Icon name="lock" size={20} />
      {t(`lock.${toKnownLock(lock)}`)}
    </>
  )
}

function Locked({ minutes }: { minutes: string }) {
  const t = useT()
  return (
    <>
      {minutes} <Icon name="lock" size={20} className={styles['inline']} />
      <span className="ac-sr">{t('lock.need_bind')}</span>
    </>
  )
}

/** Fewer places than this are named: they may be gone before the person claims one. */
const fewPlaces = 100

/** The facts after the reward: until when, or what it takes; of a locked task only that. */
function useFacts(task: TaskItem): readonly ReactNode[] {
  const t = useT()
  const formatUntil = (moment: string | null) =>
    moment ? t('list.until', { time: formatDate(moment, 'moment') }) : undefined
  const stage = stageOf(task)
  if (stage === 'yourTurn' || (stage === 'failed' && task.attempts_left !== 0)) return [formatUntil(task.deadline_at)]
  if (stage !== 'unclaimed') return []
  const minutes = t('list.minutes', { count: task.minutes })
  if (isLockedByAccount(task)) return [<Locked key="minutes" minutes={minutes} />]
  if (task.lock) return [minutes]
  const left = task.quota_left < fewPlaces ? t('list.left', { count: task.quota_left }) : undefined
  return [minutes, formatUntil(task.ends_at), left]
}
