import type { agentState, ChartDays, ResponseOf, TeamFriend } from '@adcoin/contract'
import { formatDate, formatNumber } from '@adcoin/i18n/formats'
import { ChartOfDays, useChartDays } from '@adcoin/remote/pages'
import { Failed, Skeleton, WordsToCome } from '@adcoin/ui'
import { Amount, AreaChart, Avatar, Card, List, Row, Section } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { firstDays, useTeam } from './use-team.ts'

type TeamState = ResponseOf<typeof agentState>

/** The size of the team by day, and below its card the friends who brought most. */
export function GrowthCard() {
  const t = useT()
  const [days, choose] = useChartDays(firstDays)
  const [chosen, setChosen] = useState<string>()
  const { data, isError, refetch } = useTeam(days)
  const chooseDays = (next: ChartDays) => {
    setChosen(undefined)
    choose(next)
  }
  return (
    <>
      <Card className="ac-stack ac-stack--3">
        <div className="ac-between">
          <h2 className="ac-title">{t('team.growth')}</h2>
          <b className={data ? 'ac-num' : 'ac-num ac-unseen'}>
            {t('team.people', { count: data?.total_team_num ?? 0 })}
          </b>
        </div>
        <ChartOfDays days={days} onChange={chooseDays} zone={data?.time_zone}>
          {data ? (
            <GrowthChart key={days} team={data} onChoose={setChosen} />
          ) : isError ? (
            <Failed onRetry={() => void refetch()} />
          ) : (
            <Skeleton shape="area" />
          )}
        </ChartOfDays>
      </Card>
      {data ? <Friends friends={data.friends ?? []} day={chosen} /> : isError ? null : <FriendsToCome />}
    </>
  )
}

type GrowthChartProps = { team: TeamState; onChoose: (day: string | undefined) => void }

function GrowthChart({ team: { growth, total_team_num }, onChoose }: GrowthChartProps) {
  const t = useT()
  const labelled = growth.map(({ day, team_num }) => ({ day, team_num, label: formatDate(day, 'monthDay') }))
  return (
    <AreaChart
      label={t('team.growth')}
      textValue={t('team.growthText', {
        from: formatNumber(growth[0]?.team_num ?? 0),
        people: t('team.people', { count: total_team_num }),
        days: growth.length,
      })}
      points={labelled.map(({ label, team_num }) => ({
        label,
        value: team_num,
        text: t('team.dayText', { day: label, people: t('team.people', { count: team_num }) }),
      }))}
      onChoose={index => onChoose(growth[index]?.day)}
    />
  )
}

function FriendsToCome() {
  const t = useT()
  return (
    <Section title={t('team.brought')}>
      <WordsToCome>
        <p className="ac-small">{t('team.nobodyBrought')}</p>
      </WordsToCome>
    </Section>
  )
}

const friendLimit = 5

/** The friends with the highest income, or those who joined on the chosen day. */
function Friends({ friends, day }: { friends: readonly TeamFriend[]; day: string | undefined }) {
  const t = useT()
  const list = day
    ? friends.filter(friend => friend.joined_day === day)
    : friends.filter(({ income }) => income !== '0').slice(0, friendLimit)
  const title = day ? t('team.joinedOn', { day: formatDate(day, 'monthDay') }) : t('team.brought')
  return (
    <div aria-live="polite">
      <Section title={title}>
        {list.length === 0 ? (
          <p className="ac-small ac-2">{t(day ? 'team.nobodyJoined' : 'team.nobodyBrought')}</p>
        ) : (
          <List label={title}>
            {list.map(friend => (
              <Friend key={friend.user_id} friend={friend} isJoiningNamed={day !== undefined} />
            ))}
          </List>
        )}
      </Section>
    </div>
  )
}

/** For privacy without phone number and e-mail address; the list of members has the id beside the name. */
function Friend({ friend, isJoiningNamed }: { friend: TeamFriend; isJoiningNamed: boolean }) {
  const t = useT()
  const joined = t('team.joined', { day: formatDate(friend.joined_day, 'monthDay') })
  return (
    <Row
      icon={{ node: <Avatar name={friend.nick_name ?? friend.user_id} src={friend.avatar ?? undefined} /> }}
      title={friend.nick_name ? <bdi>{friend.nick_name}</bdi> : t('members.id', { id: friend.user_id })}
      note={isJoiningNamed ? undefined : joined}
      end={friend.income === '0' ? undefined : <Amount minor={friend.income} sign="always" />}
    />
  )
}
