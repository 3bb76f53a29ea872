import type { ResponseOf, taskList } from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'
import { Freshness } from '@adcoin/remote/pages'
import { Empty, Failed, Skeleton, TextLink } from '@adcoin/ui'
import { Amount, List, ProgressRing, Section, type RingPart } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { TaskRow } from '../task-list/task-row.tsx'
import { useToday } from './use-home.ts'

export function TodaySection() {
  const t = useT()
  const { data, isError, refetch, dataUpdatedAt } = useToday()
  if (!data) {
    return isError ? (
      <Section title={t('home.today')}>
        <Failed onRetry={() => void refetch()} />
      </Section>
    ) : (
      <Section title={t('home.today')} mark={<Skeleton shape="circle" />} note={<Skeleton lines={1} />}>
        <Skeleton shape="rows" lines={5} />
      </Section>
    )
  }
  const { today, list } = data
  const progress = t('home.progress', { sent: today.submitted, limit: today.limit })
  return (
    <Section
      title={t('home.today')}
      mark={<ProgressRing label={progress} parts={ringOf(today)} size={56} />}
      note={<DaySoFar progress={progress} today={today} />}
      action={<TextLink to={appPaths.tasks}>{t('home.seeAll')}</TextLink>}
    >
      {list.length === 0 ? (
        <Empty text={t('list.end')} />
      ) : (
        <List label={t('home.today')}>
          {list.map(task => (
            <TaskRow key={task.id} task={task} />
          ))}
        </List>
      )}
      <Freshness updatedAt={dataUpdatedAt} refresh={refetch} />
    </Section>
  )
}

type Today = ResponseOf<typeof taskList>['today']

/** What was sent, what can still be earned, and how long a review takes. */
function DaySoFar({ progress, today }: { progress: string; today: Today }) {
  const t = useT()
  const { in_review: inReview = 0, review_minutes: minutes = 0 } = today
  const [before = '', after = ''] = t('home.left', { coin: '|' }).split('|')
  return (
    <div className="ac-small ac-2">
      <p>
        {progress} · {before}
        <Amount minor={today.left_to_earn} />
        {after}
      </p>
      {inReview > 0 ? (
        <p>
          {t('home.inReview', { count: inReview })}{' '}
          {minutes > 90
            ? t('home.reviewHours', { count: Math.ceil(minutes / 60) })
            : t('home.reviewMinutes', { count: minutes })}
        </p>
      ) : null}
    </div>
  )
}

/** One part per task of the day's limit: paid, in review, claimed, open. */
function ringOf({ limit, passed, submitted, received }: Today): RingPart[] {
  return Array.from({ length: limit }, (_, index) =>
    index < passed ? 'good' : index < submitted ? 'warn' : index < received ? 'info' : 'idle',
  )
}
