import type { ResponseOf, taskList } from '@adcoin/contract'
import { formatCoin } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { Empty, Failed, Skeleton, TextLink } from '@adcoin/ui'
import { List, ProgressRing, Section, type RingPart } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { TaskRow } from '../task-list/task-row.tsx'
import { useToday } from './use-home.ts'

export function TodaySection() {
  const t = useT()
  const { data, isError, refetch } = useToday()
  if (!data) {
    return (
      <Section title={t('home.today')}>
        {isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton shape="rows" lines={5} />}
      </Section>
    )
  }
  const { today, list } = data
  const progress = t('home.progress', { sent: today.submitted, limit: today.limit })
  const { in_review: inReview = 0, review_minutes: minutes = 0 } = today
  return (
    <Section title={t('home.today')} action={<TextLink to={appPaths.tasks}>{t('home.seeAll')}</TextLink>}>
      <div className="ac-hstack">
        <ProgressRing label={progress} parts={ringOf(today)} size={56} />
        <div className="ac-small ac-2 ac-grow">
          <p>{progress} · {t('home.left', { coin: formatCoin(today.left_to_earn) })}</p>
          {inReview > 0 ? <p>{t('home.inReview', { count: inReview })} {minutes > 90 ? t('home.reviewHours', { count: Math.ceil(minutes / 60) }) : t('home.reviewMinutes', { count: minutes })}</p> : null}
        </div>
      </div>
      {list.length === 0 ? <Empty text={t('list.end')} /> : <List label={t('home.today')}>{list.map(task => <TaskRow key={task.id} task={task} />)}</List>}
    </Section>
  )
}

/** One part per task of the day's limit: paid, in review, claimed, open. */
function ringOf({ limit, passed, submitted, received }: ResponseOf<typeof taskList>['today']): RingPart[] {
  return Array.from({ length: limit }, (_, index) => (index < passed ? 'good' : index < submitted ? 'warn' : index < received ? 'info' : 'idle'))
}
