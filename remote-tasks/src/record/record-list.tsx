import { taskDetail, type TaskRecord } from '@adcoin/contract'
import { usePages } from '@adcoin/http'
import { formatDate } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { PagedList } from '@adcoin/remote/pages'
import { Button, Empty } from '@adcoin/ui'
import { Amount, Chips, Parts, Row } from '@adcoin/ui/pages'
import { useSearchParams } from '@adcoin/router'
import type { InferOutput } from 'valibot'
import { TaskIllustration } from '../picture/task-illustration.tsx'
import { fewestToFilter, useAnnouncements, isUndecided, stageOf, StatusPill } from '../status.tsx'
import { useT } from '../texts.ts'
import styles from './record.module.css'

const filters = ['all', '0', '1', '2', '3'] as const
type ReviewFilter = (typeof filters)[number]

export function RecordList() {
  const t = useT()
  const [query, setQuery] = useSearchParams()
  const status = filters.find(filter => filter === query.get('status')) ?? 'all'
  const choose = (next: ReviewFilter) => setQuery(before => withStatus(before, next), { replace: true })
  const pages = useRecord(status)
  const isLong = status !== 'all' || pages.hasMore || (pages.items?.length ?? 0) >= fewestToFilter
  return (
    <>
      {isLong ? (
        <div className={styles['filters']}>
          <Chips
            label={t('record.filter')}
            value={status}
            onChange={choose}
            options={filters.map(value => ({ value, label: value === 'all' ? t('record.all') : t(`review.${value}`) }))}
          />
        </div>
      ) : null}
      <PagedList
        pages={pages}
        label={t('titles.adRecord')}
        groupBy={record => formatDate(record.received_at, 'nearDay')}
        empty={
          <Empty
            title={t('record.empty')}
            text={t('record.emptyNote')}
            action={
              <Button kind="secondary" to={appPaths.tasks}>
                {t('record.toTasks')}
              </Button>
            }
          />
        }
        row={record => <RecordRow key={record.assignment_id} record={record} />}
      />
    </>
  )
}

/** The task record (`task/detail` without an id, rulings.md R9), the newest claim first. */
function useRecord(status: ReviewFilter) {
  const pages = usePages(taskDetail, status === 'all' ? {} : { status }, {
    pageOf: answer => answer.record,
    idOf: record => record.assignment_id,
    undecided: records => records.some(isUndecided),
  })
  useAnnouncements(pages.items)
  return pages
}

function withStatus(query: URLSearchParams, status: ReviewFilter): URLSearchParams {
  const next = new URLSearchParams(query)
  if (status === 'all') next.delete('status')
  else next.set('status', status)
  return next
}

function RecordRow({ record }: { record: InferOutput<typeof TaskRecord> }) {
  const t = useT()
  const stage = stageOf(record)
  // Rows are in the order of the claims, below their day.
  const claimed = t('record.claimedAt', { time: formatDate(record.received_at, 'time') })
  const isPaid = stage === 'passed'
  const note = isPaid ? <Parts of={[t('record.paid'), claimed]} /> : (record.fail_reason ?? claimed)
  return (
    <Row
      icon={{ picture: <TaskIllustration picture={record.picture} kind={record.kind} shape="card" /> }}
      title={record.title}
      note={note}
      state={isPaid ? undefined : <StatusPill {...record} />}
      chevron
      to={`${appPaths.task({ taskId: record.task_id })}?assignment=${encodeURIComponent(record.assignment_id)}`}
      end={<Amount minor={record.reward} sign={isPaid ? 'always' : 'auto'} />}
    />
  )
}
