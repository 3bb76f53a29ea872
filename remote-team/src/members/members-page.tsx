import { asciiDigits } from '@adcoin/contract'
import { formatNumber } from '@adcoin/i18n/formats'
import { appPaths, useBack } from '@adcoin/remote'
import { PagedList } from '@adcoin/remote/pages'
import { useSearchParams } from '@adcoin/router'
import { Button, Empty, Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Amount, SearchField, Segmented, Stats } from '@adcoin/ui/pages'
import { useDeferredValue } from 'react'
import { useTeam } from '../team/use-team.ts'
import { useT } from '../texts.ts'
import { MemberRow } from './member-row.tsx'
import { useMembers } from './use-members.ts'

/** Sizes, search and the members themselves; search and level stand in the address. */
export function Page() {
  const t = useT()
  const [query, setQuery] = useSearchParams()
  const level = query.get('level') === '2' ? '2' : '1'
  const typed = query.get('id') ?? ''
  const userId = useDeferredValue(searchedId(typed))
  const team = useTeam()
  const pages = useMembers({ level, userId })
  const set = (name: 'id' | 'level', value: string) =>
    setQuery(before => withValue(before, name, value), { replace: true })
  return (
    <Screen>
      <NavBar title={t('titles.members')} onBack={useBack(appPaths.team)} />
      <Main>
        <SearchField
          label={t('members.search')}
          value={typed}
          onChange={value => set('id', value)}
          inputMode="numeric"
        />
        <Sizes team={team} />
        {userId ? null : (
          <Segmented
            label={t('members.level')}
            value={level}
            onChange={next => set('level', next)}
            options={[
              {
                value: '1',
                label: team.data ? t('members.directCount', { count: team.data.direct_num }) : t('members.direct'),
              },
              {
                value: '2',
                label: team.data
                  ? t('members.indirectCount', { count: team.data.indirect_num })
                  : t('members.indirect'),
              },
            ]}
          />
        )}
        <PagedList
          pages={pages}
          label={t('titles.members')}
          row={member => <MemberRow key={member.user_id} member={member} />}
          empty={<Nobody userId={userId} onClear={() => set('id', '')} />}
        />
      </Main>
    </Screen>
  )
}

/** Nobody is found, or nobody was invited yet. */
function Nobody({ userId, onClear }: { userId: string; onClear: () => void }) {
  const t = useT()
  return userId ? (
    <Empty
      text={t('members.notFound', { id: userId })}
      action={
        <Button kind="secondary" onClick={onClear}>
          {t('members.clear')}
        </Button>
      }
    />
  ) : (
    <Empty
      title={t('members.empty')}
      text={t('members.emptyNote')}
      action={<Button to={appPaths.invite}>{t('team.invite')}</Button>}
    />
  )
}

/** How many there are, and what they brought. */
function Sizes({ team }: { team: ReturnType<typeof useTeam> }) {
  const t = useT()
  if (team.isError && !team.data) return <Failed onRetry={() => void team.refetch()} />
  if (!team.data) return <Skeleton shape="stats" lines={6} />
  return (
    <Stats
      items={[
        { label: t('members.size'), value: formatNumber(team.data.total_team_num) },
        { label: t('members.active'), value: formatNumber(team.data.active_today) },
        { label: t('members.direct'), value: formatNumber(team.data.direct_num) },
        { label: t('members.indirect'), value: formatNumber(team.data.indirect_num) },
        { label: t('members.promotion'), value: <Amount minor={team.data.promotion_total} /> },
        { label: t('members.yesterday'), value: <Amount minor={team.data.promotion_yesterday} /> },
      ]}
    />
  )
}

/** What a person typed as an id: digits of any script, without `ID`, `#` and spaces. Anything else finds nobody. */
function searchedId(typed: string): string {
  return asciiDigits(typed)
    .replace(/^\s*id\b/i, '')
    .replace(/[\s#]/g, '')
    .replace(/[^A-Za-z0-9_-]/g, '')
    .slice(0, 64)
}

function withValue(query: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(query)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}
