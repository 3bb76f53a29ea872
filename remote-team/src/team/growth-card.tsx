import { formatDate, formatNumber } from '@adcoin/i18n/formats'
import { Skeleton } from '@adcoin/ui'
import { AreaChart, Card } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { useTeam } from './use-team.ts'

/** Team size over six weeks, with its text value. */
export function GrowthCard() {
  const t = useT()
  const { data, isError } = useTeam()
  if (!data) return isError ? null : <Skeleton shape="card" lines={5} />
  const { growth } = data
  return (
    <Card>
      <div className="ac-between">
        <h2 className="ac-title">{t('team.growth')}</h2>
        <b className="ac-num">{t('team.people', { count: data.total_team_num })}</b>
      </div>
      <AreaChart
        label={t('team.growth')}
        textValue={t('team.growthText', {
          from: formatNumber(growth[0]?.team_num ?? 0),
          to: formatNumber(data.total_team_num),
        })}
        points={growth.map(({ day, team_num }) => ({ label: formatDate(day, 'monthDay'), value: team_num }))}
      />
    </Card>
  )
}
