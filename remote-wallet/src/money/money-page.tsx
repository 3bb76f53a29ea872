import { appPaths } from '@adcoin/remote'
import { OperatorNotices, ProfileLink, useHiddenBalance } from '@adcoin/remote/pages'
import { Main, Screen, TopLine } from '@adcoin/ui'
import { Actions, Stack } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { BalanceCard } from './balance-card.tsx'
import { IncomeChart } from './income-chart.tsx'
import { Latest } from './latest.tsx'
import { Totals } from './totals.tsx'

export function Page() {
  const t = useT()
  const hidden = useHiddenBalance()
  return (
    <Screen>
      <TopLine title={t('titles.money')} end={<ProfileLink />} />
      <Main tabs>
        <Stack gap={3}>
          <BalanceCard {...hidden} />
          <Actions
            items={[
              { icon: 'sell', label: t('money.sell'), to: appPaths.sell },
              { icon: 'out', label: t('money.withdraw'), to: appPaths.withdraw },
              { icon: 'card', label: t('money.cards'), to: appPaths.cards },
            ]}
          />
          <IncomeChart hidden={hidden.isHidden} />
        </Stack>
        <Latest />
        <Totals hidden={hidden.isHidden} />
        <OperatorNotices />
      </Main>
    </Screen>
  )
}
