import { formatDate } from '@adcoin/i18n/formats'
import { ProfileLink } from '@adcoin/remote/pages'
import { useSession } from '@adcoin/session'
import { Main, Screen, TopLine } from '@adcoin/ui'
import { Stack } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { AccountCard } from './account-card.tsx'
import { BalanceBlock } from './balance-block.tsx'
import { NextStepCard } from '../next-step/next-step-card.tsx'
import { TodaySection } from './today-section.tsx'
import { usePerson, useToday } from './use-home.ts'

export function Page() {
  const t = useT()
  const saved = useSession(session => session.user)
  const { data: person = saved } = usePerson()
  const today = useToday()
  const name = person?.nick_name
  return (
    <Screen>
      <TopLine
        title={name ? t('home.hello', { name }) : t('home.helloNobody')}
        note={formatDate(today.data?.today.day ?? new Date().toISOString(), 'day')}
        end={<ProfileLink />}
      />
      <Main tabs>
        <Stack gap={3}>
          <BalanceBlock />
          <NextStepCard tasks={today.data?.list} reviewMinutes={today.data?.today.review_minutes} />
        </Stack>
        <TodaySection today={today} />
        <AccountCard />
      </Main>
    </Screen>
  )
}
