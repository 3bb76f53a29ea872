import { useSearchParams } from '@adcoin/router'
import { Button, Empty } from '@adcoin/ui'
import { Chips } from '@adcoin/ui/pages'
import { PagedList } from '@adcoin/remote/pages'
import { kindNumbers } from '../status/kinds.ts'
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
  return (
    <>
      <Chips
        label={t('filters.label')}
        value={kind}
        options={filters.map(value => ({ value, label: t(`filters.${value}`) }))}
        onChange={choose}
      />
      <PagedList
        pages={pages}
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
    </>
  )
}
