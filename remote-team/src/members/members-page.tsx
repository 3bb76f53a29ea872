import { agentQuery, toAsciiDigits, type TeamMember } from '@adcoin/contract'
import { usePages } from '@adcoin/http'
import { formatDate, formatNumber } from '@adcoin/i18n/formats'
import { appPaths, useBack } from '@adcoin/remote'
import { PagedList } from '@adcoin/remote/pages'
import { useSearchParams } from '@adcoin/router'
import { Button, Empty, Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Amount, Avatar, Parts, Row, SearchField, Segmented, Stats } from '@adcoin/ui/pages'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { useTeam } from '../team/use-team.ts'
import { useT } from '../texts.ts'

/** The members of one level, then the team's figures; with a search, that member of whichever level. */
export function Page() {
  const t = useT()
  const [query, setQuery] = useSearchParams()
  const level = query.get('level') === '2' ? '2' : '1'
  // The field never reads the address while it is typed into: a slow navigation would take digits back.
  const [typed, setTyped] = useState(() => query.get('id') ?? '')
  const userId = useDeferredValue(parseSearchedId(typed))
  const team = useTeam()
  const { direct_num: direct, indirect_num: indirect, total_team_num: size } = team.data ?? {}
  const pages = usePages(agentQuery, userId ? { user_id: userId } : { level }, { idOf: member => member.user_id })
  const setFilter = (name: 'id' | 'level', value: string) =>
    setQuery(before => withValue(before, name, value), { replace: true })
  const search = (value: string) => {
    setTyped(value)
    setFilter('id', value)
  }
  return (
    <Screen>
      <NavBar title={t('titles.members')} onBack={useBack(appPaths.team)} />
      <Main>
        {size === 0 && !typed ? null : (
          <SearchField label={t('members.search')} value={typed} onChange={search} inputMode="numeric" />
        )}
        {userId || size === 0 ? null : (
          <Segmented
            label={t('members.level')}
            value={level}
            onChange={next => setFilter('level', next)}
            options={[
              {
                value: '1',
                label: direct === undefined ? t('members.direct') : t('members.directCount', { count: direct }),
              },
              {
                value: '2',
                label: indirect === undefined ? t('members.indirect') : t('members.indirectCount', { count: indirect }),
              },
            ]}
          />
        )}
        <PagedList
          pages={pages}
          label={t('titles.members')}
          row={member => <MemberRow key={member.user_id} member={member} />}
          empty={<NoMembers userId={userId} onClear={() => search('')} />}
        />
        {userId || size === 0 ? null : <Figures team={team} />}
      </Main>
    </Screen>
  )
}

function NoMembers({ userId, onClear }: { userId: string; onClear: () => void }) {
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

function Figures({ team }: { team: ReturnType<typeof useTeam> }) {
  const t = useT()
  if (team.isError && !team.data) return <Failed onRetry={() => void team.refetch()} />
  if (!team.data) return <Skeleton shape="stats" lines={3} />
  const { total_team_num, active_today, promotion_total, promotion_yesterday, receive_task_total } = team.data
  return (
    <Stats
      items={[
        {
          label: t('members.size'),
          value: <Figure note={t('team.activeToday', { count: active_today })}>{formatNumber(total_team_num)}</Figure>,
        },
        {
          label: t('members.promotion'),
          value: (
            <Figure
              note={
                <>
                  {t('team.yesterday')} <Amount minor={promotion_yesterday} />
                </>
              }
            >
              <Amount minor={promotion_total} />
            </Figure>
          ),
        },
        { label: t('members.claimed'), value: formatNumber(receive_task_total) },
      ]}
    />
  )
}

/** A figure with a smaller one below it. */
function Figure({ children, note }: { children: ReactNode; note: ReactNode }) {
  return (
    <span className="ac-stack ac-stack--1">
      <span>{children}</span>
      <span className="ac-caption ac-2">{note}</span>
    </span>
  )
}

/** The id in what a person typed: ASCII digits, without `ID`, `#` and spaces. */
function parseSearchedId(typed: string): string {
  return toAsciiDigits(typed)
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

/** For privacy without phone number and e-mail address. */
function MemberRow({ member }: { member: TeamMember }) {
  const t = useT()
  const id = t('members.id', { id: member.user_id })
  return (
    <Row
      icon={{ node: <Avatar name={member.nick_name ?? member.user_id} src={member.avatar ?? undefined} /> }}
      title={member.nick_name ? <bdi>{member.nick_name}</bdi> : id}
      note={
        <Parts
          of={[
            member.nick_name && id,
            member.team_num > 0 && t('members.teamOf', { count: member.team_num }),
            member.is_active ? (
              <span key="active" className="ac-dot">
                {t('members.isActive')}
              </span>
            ) : (
              t('team.joined', { day: formatDate(member.joined_at, 'monthDay') })
            ),
          ]}
        />
      }
      end={member.income === '0' ? undefined : <Amount minor={member.income} sign="always" />}
    />
  )
}
