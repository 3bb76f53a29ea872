import { taskList, type TaskItem } from '@adcoin/contract'
import { usePages } from '@adcoin/http'
import { formatDate } from '@adcoin/i18n/formats'
import { PagedList, ProfileLink, useHiddenBalance } from '@adcoin/remote/pages'
import { useSearchParams } from '@adcoin/router'
import { Button, Empty, Main, Screen, TopLine } from '@adcoin/ui'
import { Amount, Chips, Disclosure, List, Segmented } from '@adcoin/ui/pages'
import type { ReactNode } from 'react'
import { LinkRow } from '../binding/link-row.tsx'
import { isLockedByAccount } from '../binding/locked-rewards.ts'
import { DoneForToday } from '../next-step/next-step-card.tsx'
import { RecordList } from '../record/record-list.tsx'
import { fewestToFilter, useAnnouncements, kindNumbers, isDone, isUndecided, stageOf } from '../status.tsx'
import { useT } from '../texts.ts'
import { TaskRow, TaskSlots } from './task-row.tsx'

export function Page() {
  const t = useT()
  const [query, setQuery] = useSearchParams()
  const view = query.get('view') === 'record' ? 'record' : 'available'
  return (
    <Screen>
      <TopLine title={t('titles.taskList')} end={<ProfileLink />} />
      <Main tabs>
        <Segmented
          label={t('list.views')}
          value={view}
          options={[
            { value: 'available', label: t('list.available') },
            { value: 'record', label: t('titles.adRecord') },
          ]}
          onChange={next => setQuery(next === 'record' ? { view: 'record' } : {}, { replace: true })}
        />
        {view === 'record' ? <RecordList /> : <AvailableTasks />}
      </Main>
    </Screen>
  )
}

type KindFilter = 'all' | `${(typeof kindNumbers)[number]}`
const filters: readonly KindFilter[] = ['all', ...kindNumbers.map(kind => `${kind}` as const)]

function AvailableTasks() {
  const t = useT()
  const [query, setQuery] = useSearchParams()
  const kind = filters.find(filter => filter === query.get('kind')) ?? 'all'
  const choose = (next: KindFilter) => setQuery(next === 'all' ? {} : { kind: next }, { replace: true })
  const pages = useTaskList(kind)
  const { isHidden } = useHiddenBalance()
  const done = pages.items?.filter(isDone) ?? []
  const isLong = kind !== 'all' || pages.hasMore || (pages.items?.length ?? 0) >= fewestToFilter
  const locked = pages.items?.filter(task => !isDone(task) && isLockedByAccount(task)) ?? []
  return (
    <>
      {isLong ? (
        <Chips
          label={t('filters.label')}
          value={kind}
          options={filters.map(value => ({ value, label: t(`filters.${value}`) }))}
          onChange={choose}
        />
      ) : null}
      <PagedList
        pages={{
          ...pages,
          // The first locked task represents all of them.
          items: pages.items?.filter(task => !isDone(task) && (!isLockedByAccount(task) || task === locked[0])),
        }}
        label={t('list.available')}
        empty={
          kind === 'all' && pages.first ? (
            <DoneForToday today={pages.first.today} isBalanceHidden={isHidden} />
          ) : (
            <NoneOfKind onShowAll={() => choose('all')} />
          )
        }
        row={task =>
          task === locked[0] ? (
            <LinkRow
              key={task.id}
              tasks={pages.items ?? []}
              // The rewards of the others of a chosen kind are unknown.
              leftToEarn={kind === 'all' ? (pages.first?.today.left_to_earn ?? '0') : '0'}
            />
          ) : (
            <TaskRow key={task.id} task={task} />
          )
        }
      />
      <TaskSlots most={8} unless="lock=need_bind" />
      <FoldedTasks title={t('list.locked', { count: locked.length })} label={t('lock.need_bind')} tasks={locked} />
      <FoldedTasks
        title={<DoneTitle tasks={done} isDayDone={done.length === pages.items?.length} />}
        label={t('list.doneLabel')}
        tasks={done}
      />
      {pages.items && pages.items.length > done.length && !pages.hasMore ? (
        <EndOfDay next={pages.first?.today.next_day_at} />
      ) : null}
    </>
  )
}

function EndOfDay({ next }: { next: string | undefined }) {
  const t = useT()
  return <p className="ac-small ac-2">{next ? t('done.again', { time: formatDate(next, 'moment') }) : t('list.end')}</p>
}

function NoneOfKind({ onShowAll }: { onShowAll: () => void }) {
  const t = useT()
  return (
    <Empty
      text={t('list.empty')}
      action={
        <Button kind="secondary" onClick={onShowAll}>
          {t('list.showAll')}
        </Button>
      }
    />
  )
}

/** Today's tasks, page by page; polls while one of them is in review. */
function useTaskList(kind: KindFilter) {
  const pages = usePages(taskList, kind === 'all' ? {} : { kind }, {
    idOf: task => task.id,
    undecided: tasks => tasks.some(isUndecided),
  })
  useAnnouncements(pages.items)
  return pages
}

type FoldedProps = { title: ReactNode; label: string; tasks: readonly TaskItem[] }

function FoldedTasks({ title, label, tasks }: FoldedProps) {
  if (tasks.length === 0) return null
  return (
    <Disclosure title={title}>
      <List label={label}>
        {tasks.map(task => (
          <TaskRow key={task.id} task={task} />
        ))}
      </List>
    </Disclosure>
  )
}

/** The card of a finished day has its sum. */
function DoneTitle({ tasks, isDayDone }: { tasks: readonly TaskItem[]; isDayDone: boolean }) {
  const t = useT()
  const passed = tasks.filter(task => stageOf(task) === 'passed')
  const earned = passed.reduce((sum, task) => sum + BigInt(task.reward), 0n)
  return (
    <>
      {t('list.done', { count: tasks.length })}
      {earned > 0n && !isDayDone ? (
        <>
          {' · '}
          <Amount minor={String(earned)} sign="always" />
        </>
      ) : null}
    </>
  )
}
