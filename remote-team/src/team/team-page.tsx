import { appPaths } from '@adcoin/remote'
import { ProfileLink } from '@adcoin/remote/pages'
import { useSession } from '@adcoin/session'
import { Main, Screen, TopLine } from '@adcoin/ui'
import { List, Row, Stack } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { CodeCard } from './code-card.tsx'
import { GrowthCard } from './growth-card.tsx'
import { IncomeBlock } from './income-block.tsx'
import { usePerson, useTeam } from './use-team.ts'

export function Page() {
  const t = useT()
  const saved = useSession(session => session.user)
  const { data: person = saved } = usePerson()
  const team = useTeam().data
  return (
    <Screen>
      <TopLine title={t('titles.team')} end={<ProfileLink />} />
      <Main tabs>
        <Stack gap={3}>
          <IncomeBlock />
          <CodeCard />
          <GrowthCard />
          <List label={t('titles.team')}>
            <Row
              icon="team"
              title={t('team.members')}
              note={team && t('team.activeToday', { count: team.active_today })}
              to={appPaths.teamList}
              chevron
            />
            {person?.inviter_id ? (
              <Row icon="link" title={t('team.bound', { id: person.inviter_id })} />
            ) : (
              <Row icon="link" title={t('team.bind')} note={t('team.bindNote')} to={appPaths.bindInvite} chevron />
            )}
          </List>
        </Stack>
      </Main>
    </Screen>
  )
}
