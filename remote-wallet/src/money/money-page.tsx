import { appPaths } from '@adcoin/remote'
import { OperatorNotices, ProfileLink } from '@adcoin/remote/pages'
import { Main, Screen, TopLine } from '@adcoin/ui'
import { Actions, Stack } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { BalanceCard } from './balance-card.tsx'
import { IncomeCards } from './income-cards.tsx'
import { Latest } from './latest.tsx'

export function Page() {
  const t = useT()
  return (
    <Screen>
      <TopLine title={t('titles.money')} end={<ProfileLink />} />
      <Main tabs>
        <Stack gap={3}>
          <BalanceCard />
          <Actions
            items={[
              { icon: 'sell', label: t('money.sell'), to: appPaths.sell },
              { icon: 'out', label: t('money.withdraw'), to: appPaths.withdraw },
              { icon: 'card', label: t('money.cards'), to: appPaths.cards },
            ]}
          />
          <IncomeCards />
        </Stack>
        <Latest />
        <OperatorNotices />
      </Main>
    </Screen>
  )
}
