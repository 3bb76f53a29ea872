import type { TaskItem } from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'
import { Freshness } from '@adcoin/remote/pages'
import { Empty, Failed, Skeleton, TextLink, WordsToCome } from '@adcoin/ui'
import { Amount, List, Row, Section } from '@adcoin/ui/pages'
import { LinkRow } from '../binding/link-row.tsx'
import { countLocked, isLockedByAccount } from '../binding/locked-rewards.ts'
import { DayRing, RingLegend, type DayCounts, type Today } from '../day-ring.tsx'
import type { NextStep } from '../next-step/next-step.ts'
import { SentenceWith } from '../reward.tsx'
import { isDone } from '../status.tsx'
import { TaskRow, TaskSlots } from '../task-list/task-row.tsx'
import { useT } from '../texts.ts'
import { mostTasks, type useToday } from './use-today.ts'

/** Gives the words of the day their room until the day is known. */
const usualDay = { limit: 7, received: 0, submitted: 0, passed: 0, left_to_earn: '150000' }

type TodaySectionProps = {
  today: ReturnType<typeof useToday>
  /** What is shown above as the next step is not repeated here. */
  step: NextStep | undefined
  isBalanceHidden: boolean
}

export function TodaySection({ today: answer, step, isBalanceHidden }: TodaySectionProps) {
  const t = useT()
  const { data, isError, refetch, dataUpdatedAt } = answer
  if (!data) {
    return isError ? (
      <Section title={t('home.today')}>
        <Failed onRetry={() => void refetch()} />
      </Section>
    ) : (
      <Section
        title={t('home.today')}
        mark={<Skeleton shape="circle" />}
        note={
          <WordsToCome>
            <DaySoFar progress="" today={usualDay} lockedCount={0} />
          </WordsToCome>
        }
        action={<TextLink to={appPaths.tasks}>{t('home.seeAll')}</TextLink>}
      >
        <Skeleton shape="rows" lines={4} />
        <TaskSlots most={mostTasks - 1} unless="lock=need_bind" skip={1} />
      </Section>
    )
  }
  const { today, list } = data
  const progress = t('home.progress', { sent: today.submitted, limit: today.limit })
  return (
    <Section
      title={t('home.today')}
      mark={<DayRing today={today} />}
      note={<DaySoFar progress={progress} today={today} lockedCount={countLocked(data)} />}
      action={<TextLink to={appPaths.tasks}>{t('home.seeAll')}</TextLink>}
    >
      <TodayList tasks={list} step={step} leftToEarn={today.left_to_earn} />
      <DoneToday today={today} isSumShown={!isBalanceHidden} />
      <Freshness updatedAt={dataUpdatedAt} refresh={refetch} />
    </Section>
  )
}

type TodayListProps = { tasks: readonly TaskItem[]; step: NextStep | undefined; leftToEarn: string }

/** The tasks that can be worked on, and one row for all that need a linked account. */
function TodayList({ tasks, step, leftToEarn }: TodayListProps) {
  const t = useT()
  if (tasks.length === 0) return <Empty text={t('list.end')} />
  const taskAbove = step && 'task' in step ? step.task.id : undefined
  const shown = tasks.filter(task => !isDone(task) && !isLockedByAccount(task) && task.id !== taskAbove)
  const isLinkAbove = step?.do === 'link' || step?.do === 'checking'
  const isLinkRowShown = tasks.some(isLockedByAccount) && !isLinkAbove
  if (shown.length === 0 && !isLinkRowShown) return null
  return (
    <List label={t('home.today')}>
      {shown.map(task => (
        <TaskRow key={task.id} task={task} />
      ))}
      {isLinkRowShown ? <LinkRow tasks={tasks} leftToEarn={leftToEarn} /> : null}
    </List>
  )
}

/** The way to what was done today. */
function DoneToday({ today: { passed, earned }, isSumShown }: { today: Today; isSumShown: boolean }) {
  const t = useT()
  if (passed === 0) return null
  return (
    <List label={t('list.doneLabel')}>
      <Row
        icon="check"
        title={t('list.done', { count: passed })}
        to={`${appPaths.tasks}?view=record&status=2`}
        end={earned && isSumShown ? <Amount minor={earned} sign="always" /> : undefined}
      />
    </List>
  )
}

type DayProps = { progress: string; today: DayCounts & Pick<Today, 'left_to_earn'>; lockedCount: number }

/** The amount left to earn, or how many were sent; below it the legend of the ring. */
function DaySoFar({ progress, today, lockedCount }: DayProps) {
  const t = useT()
  const { left_to_earn: left } = today
  return (
    <>
      <p className="ac-small ac-2">
        {left === '0' ? (
          progress
        ) : (
          <SentenceWith text={t('home.left', { coin: '|' })}>
            <Amount minor={left} />
          </SentenceWith>
        )}
      </p>
      <RingLegend today={today} lockedCount={lockedCount} />
    </>
  )
}
