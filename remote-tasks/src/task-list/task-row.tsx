import type { ReactNode } from 'react'
import type { TaskItem } from '@adcoin/contract'
import { formatDate } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { Icon } from '@adcoin/ui'
import { Amount, Row } from '@adcoin/ui/pages'
import { TaskPicture } from '../picture/task-picture.tsx'
import { knownLock, stageOf, StatusPill } from '../status.tsx'
import { useT } from '../texts.ts'
import styles from './task-row.module.css'

export function TaskRow({ task }: { task: TaskItem }) {
  const note = useNote(task)
  return (
    <Row
      icon={{ picture: <TaskPicture picture={task.picture} kind={task.kind} shape="card" /> }}
      title={task.title}
      to={appPaths.task({ taskId: task.id })}
      chevron={false}
      note={
        <>
          <Amount minor={task.reward} />
          {note && ' · '}
          {note}
        </>
      }
      state={stageOf(task) === 'unclaimed' ? undefined : <StatusPill {...task} />}
    />
  )
}

/** The rest of the line after the reward: until when, why it is locked, or what it takes. */
function useNote(task: TaskItem): ReactNode {
  const t = useT()
  const until = (moment: string | null) =>
    moment ? t('list.until', { time: formatDate(moment, 'moment') }) : undefined
  const stage = stageOf(task)
  if (stage === 'yourTurn' || (stage === 'failed' && task.attempts_left !== 0)) return until(task.deadline_at)
  if (stage !== 'unclaimed') return undefined
  if (task.lock)
    return (
      <span className={styles['lock']}>
        <Icon name="lock" size={20} /> {t(`lock.${knownLock(task.lock)}`)}
      </span>
    )
  const minutes = t('list.minutes', { count: task.minutes })
  return [minutes, until(task.ends_at), t('list.left', { count: task.quota_left })].filter(Boolean).join(' · ')
}
