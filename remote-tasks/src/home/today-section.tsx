import { taskList, type ResponseOf, type TaskItem } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { joined } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { Freshness } from '@adcoin/remote/pages'
import { Empty, Failed, Skeleton, TextLink, WordsToCome } from '@adcoin/ui'
import { Amount, List, ProgressRing, Row, Section, type RingPart } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { nextStepTaskLimit } from '../next-step/next-step-card.tsx'
import { useAnnouncements, isDone, isUndecided, useReviewTime } from '../status.tsx'
import { TaskRow, TaskSlots } from '../task-list/task-row.tsx'

export function TodaySection({ today: answer }: { today: ReturnType<typeof useToday> }) {
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
            <DaySoFar progress={t('home.progress', { sent: 0, limit: 7 })} today={{ left_to_earn: '150000' }} />
          </WordsToCome>
        }
        action={<TextLink to={appPaths.tasks}>{t('home.seeAll')}</TextLink>}
      >
        <Skeleton shape="rows" lines={5} />
        <TaskSlots most={5} />
      </Section>
    )
  }
  const { today, list } = data
  const progress = t('home.progress', { sent: today.submitted, limit: today.limit })
  return (
    <Section
      title={t('home.today')}
      mark={<ProgressRing label={progress} parts={buildRing(today)} size={56} />}
      note={<DaySoFar progress={progress} today={today} />}
      action={<TextLink to={appPaths.tasks}>{t('home.seeAll')}</TextLink>}
    >
      <TodayList tasks={list.filter(task => !isDone(task))} />
      <DoneToday today={today} />
      <Freshness updatedAt={dataUpdatedAt} refresh={refetch} />
    </Section>
  )
}

/** The first tasks of today; polls while one of them is in review. */
export function useToday() {
  const query = useCall(
    taskList,
    { limit: String(nextStepTaskLimit) },
    { undecided: data => data.list.some(isUndecided) },
  )
  useAnnouncements(query.data?.list)
  return query
}

function TodayList({ tasks }: { tasks: readonly TaskItem[] }) {
  const t = useT()
  if (tasks.length === 0) return <Empty text={t('list.end')} />
  return (
    <List label={t('home.today')}>
      {tasks.map(task => (
        <TaskRow key={task.id} task={task} />
      ))}
    </List>
  )
}

function DoneToday({ today: { passed, earned } }: { today: Today }) {
  const t = useT()
  if (passed === 0) return null
  return (
    <List label={t('list.doneLabel')}>
      <Row
        icon="check"
        title={t('list.done', { count: passed })}
        to={`${appPaths.tasks}?view=record&status=2`}
        end={earned ? <Amount minor={earned} sign="always" /> : undefined}
      />
    </List>
  )
}

type Today = ResponseOf<typeof taskList>['today']

type DayProps = { progress: string; today: Pick<Today, 'left_to_earn' | 'in_review' | 'review_minutes'> }

function DaySoFar({ progress, today }: DayProps) {
  const t = useT()
  const reviewTime = useReviewTime()
  const { in_review: inReview = 0, review_minutes: minutes = 0 } = today
  const [before = '', after = ''] = t('home.left', { coin: '|' }).split('|')
  return (
    <div className="ac-small ac-2">
      <p>
        {progress}
        {today.left_to_earn === '0' ? null : (
          <>
            {' · '}
            {before}
            <Amount minor={today.left_to_earn} />
            {after}
          </>
        )}
      </p>
      {inReview > 0 ? <p>{joined([t('home.inReview', { count: inReview }), reviewTime(minutes)])}</p> : null}
    </div>
  )
}

/** One part per task of the day's limit: paid, in review, claimed, open. */
function buildRing({ limit, passed, submitted, received }: Today): RingPart[] {
  return Array.from({ length: limit }, (_, index) =>
    index < passed ? 'good' : index < submitted ? 'warn' : index < received ? 'info' : 'idle',
  )
}
