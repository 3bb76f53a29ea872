import type { ResponseOf, agentState } from '@adcoin/contract'
import { formatDate, formatNumber } from '@adcoin/i18n/formats'
import { ChartOfDays, useChartDays } from '@adcoin/remote/pages'
import { Failed, Skeleton } from '@adcoin/ui'
import { AreaChart, Card } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { Friends } from './friends.tsx'
import { firstDays, useTeam } from './use-team.ts'

type Grown = ResponseOf<typeof agentState>

export function GrowthCard() {
  const t = useT()
  const [days, choose] = useChartDays(firstDays)
  const { data, isError, refetch } = useTeam(days)
  if (!data && isError) return <Failed onRetry={() => void refetch()} />
  return (
    <Card className="ac-stack ac-stack--3">
      <div className="ac-between">
        <h2 className="ac-title">{t('team.growth')}</h2>
        {data ? <b className="ac-num">{t('team.people', { count: data.total_team_num })}</b> : null}
      </div>
      <ChartOfDays days={days} onChange={choose} zone={data?.time_zone}>
        {data ? <Growth key={days} team={data} /> : <Skeleton shape="card" lines={7} />}
      </ChartOfDays>
    </Card>
  )
}

function Growth({ team: { growth, friends = [], total_team_num } }: { team: Grown }) {
  const t = useT()
  const [chosen, setChosen] = useState<string>()
  const dated = growth.map(({ day, team_num }) => ({ day, team_num, label: formatDate(day, 'monthDay') }))
  return (
    <>
      <AreaChart
        label={t('team.growth')}
        textValue={t('team.growthText', {
          from: formatNumber(growth[0]?.team_num ?? 0),
          to: formatNumber(total_team_num),
          days: growth.length,
        })}
        points={dated.map(({ label, team_num }) => ({
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
