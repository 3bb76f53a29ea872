import { ProfileLink } from '@adcoin/remote/pages'
import { useSearchParams } from '@adcoin/router'
import { Main, Screen, TopLine } from '@adcoin/ui'
import { Segmented } from '@adcoin/ui/pages'
import { RecordList } from '../record/record-list.tsx'
import { useT } from '../texts.ts'
import { AvailableTasks } from './available-tasks.tsx'

/** Two views of one screen, kept in the address: `?view=record`. */
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
            { value: 'record', label: t('list.record') },
          ]}
          onChange={next => setQuery(next === 'record' ? { view: 'record' } : {}, { replace: true })}
        />
        {view === 'record' ? <RecordList /> : <AvailableTasks />}
      </Main>
    </Screen>
  )
}
