import type { agentState, ResponseOf, TeamFriend } from '@adcoin/contract'
import { formatDate, formatNumber } from '@adcoin/i18n/formats'
import { ChartOfDays, useChartDays } from '@adcoin/remote/pages'
import { Failed, Skeleton, WordsToCome } from '@adcoin/ui'
import { Amount, AreaChart, Avatar, Card, List, Row } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import styles from './team.module.css'
import { firstDays, useTeam } from './use-team.ts'

type TeamState = ResponseOf<typeof agentState>

export function GrowthCard() {
  const t = useT()
  const [days, choose] = useChartDays(firstDays)
  const { data, isError, refetch } = useTeam(days)
  return (
    <Card className="ac-stack ac-stack--3">
      <div className="ac-between">
        <h2 className="ac-title">{t('team.growth')}</h2>
        <b className={data ? 'ac-num' : 'ac-num ac-unseen'}>{t('team.people', { count: data?.total_team_num ?? 0 })}</b>
      </div>
      <ChartOfDays days={days} onChange={choose} zone={data?.time_zone}>
        {data ? (
          <TeamGrowth key={days} team={data} />
        ) : isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <GrowthToCome />
        )}
      </ChartOfDays>
    </Card>
  )
}

function TeamGrowth({ team: { growth, friends = [], total_team_num } }: { team: TeamState }) {
  const t = useT()
  const [chosen, setChosen] = useState<string>()
  const labelled = growth.map(({ day, team_num }) => ({ day, team_num, label: formatDate(day, 'monthDay') }))
  return (
    <>
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
        onChoose={index => setChosen(growth[index]?.day)}
      />
      <Friends friends={friends} day={chosen} />
    </>
  )
}

function GrowthToCome() {
  const t = useT()
  return (
    <>
      <Skeleton shape="area" />
      <section>
        <h3 className="ac-small ac-med">{t('team.brought')}</h3>
        <WordsToCome>
          <p className="ac-small">{t('team.nobodyBrought')}</p>
        </WordsToCome>
      </section>
    </>
  )
}

const friendLimit = 5

/** The friends with the highest income, or those who joined on the chosen day. */
function Friends({ friends, day }: { friends: readonly TeamFriend[]; day: string | undefined }) {
  const t = useT()
  const date = day && formatDate(day, 'monthDay')
  const earners = friends.filter(({ income }) => income !== '0')
  const list = day ? friends.filter(friend => friend.joined_day === day) : earners.slice(0, friendLimit)
  const title = date ? t('team.joinedOn', { day: date }) : t('team.brought')
  return (
    <section className={styles['friends']} aria-live="polite">
      <h3 className="ac-small ac-med">{title}</h3>
      {list.length === 0 ? (
        <p className="ac-small ac-2">{t(day ? 'team.nobodyJoined' : 'team.nobodyBrought')}</p>
      ) : (
        <List label={title}>
          {list.map(friend => (
            <Friend key={friend.user_id} friend={friend} />
          ))}
        </List>
      )}
    </section>
  )
}

/** For privacy without phone number and e-mail address. */
function Friend({ friend }: { friend: TeamFriend }) {
  const t = useT()
  return (
    <Row
      icon={{ node: <Avatar name={friend.nick_name ?? friend.user_id} src={friend.avatar ?? undefined} /> }}
      title={friend.nick_name ? <bdi>{friend.nick_name}</bdi> : t('members.id', { id: friend.user_id })}
      note={t('team.joined', { day: formatDate(friend.joined_day, 'monthDay') })}
      end={friend.income === '0' ? undefined : <Amount minor={friend.income} sign="always" />}
    />
  )
}
