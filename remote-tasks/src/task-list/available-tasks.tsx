import type { TaskItem } from '@adcoin/contract'
import { useSearchParams } from '@adcoin/router'
import { Button, Empty } from '@adcoin/ui'
import { Amount, Chips, Disclosure, List } from '@adcoin/ui/pages'
import { PagedList } from '@adcoin/remote/pages'
import { NextStepCard } from '../next-step/next-step-card.tsx'
import { kindNumbers } from '../status/kinds.ts'
import { isDone, stageOf } from '../status/progress.ts'
import { useT } from '../texts.ts'
import { TaskRow } from './task-row.tsx'
import { useTaskList, type KindFilter } from './use-task-list.ts'

const filters: readonly KindFilter[] = ['all', ...kindNumbers.map(kind => String(kind) as KindFilter)]

export function AvailableTasks() {
  const t = useT()
  const [query, setQuery] = useSearchParams()
  const kind = filters.find(one => one === query.get('kind')) ?? 'all'
  const choose = (next: KindFilter) => setQuery(next === 'all' ? {} : { kind: next }, { replace: true })
  const pages = useTaskList(kind)
  const done = pages.items?.filter(isDone) ?? []
  return (
    <>
      {kind === 'all' && (pages.items || !pages.failure) ? (
        <NextStepCard tasks={pages.items} reviewMinutes={pages.first?.today.review_minutes} />
      ) : null}
      <Chips
        label={t('filters.label')}
        value={kind}
        options={filters.map(value => ({ value, label: t(`filters.${value}`) }))}
        onChange={choose}
      />
      <PagedList
        pages={{ ...pages, items: pages.items?.filter(task => !isDone(task)) }}
        label={t('list.available')}
        end={t('list.end')}
        empty={
          kind === 'all' ? (
            <Empty text={t('list.end')} />
          ) : (
            <Empty
              text={t('list.empty')}
              action={
                <Button kind="secondary" onClick={() => choose('all')}>
                  {t('list.showAll')}
                </Button>
              }
            />
          )
        }
        row={task => <TaskRow key={task.id} task={task} />}
      />
      {done.length > 0 ? (
        <Disclosure title={<DoneTitle tasks={done} />}>
          <List label={t('list.doneLabel')}>
            {done.map(task => (
              <TaskRow key={task.id} task={task} />
            ))}
          </List>
        </Disclosure>
      ) : null}
    </>
  )
}

/** How many are over, and what those that passed brought. */
function DoneTitle({ tasks }: { tasks: readonly TaskItem[] }) {
  const t = useT()
  const passed = tasks.filter(task => stageOf(task) === 'passed')
  const earned = passed.reduce((sum, task) => sum + BigInt(task.reward), 0n)
  return (
    <>
      {t('list.done', { count: tasks.length })}
      {earned > 0n ? (
        <>
          {' · '}
          <Amount minor={String(earned)} sign="always" />
        </>
      ) : null}
    </>
  )
}
