import { calculatePayout } from '@adcoin/contract'
import { formatCash, formatDate } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { ProfileLink, useBalance, useHiddenBalance, usePerson } from '@adcoin/remote/pages'
import { SlotFigure } from '@adcoin/remote/slots'
import { useSession } from '@adcoin/session'
import { Failed, Main, Screen, Skeleton, TopLine } from '@adcoin/ui'
import { AmountText, Block, CountingAmount, Stack } from '@adcoin/ui/pages'
import { NextStepCard } from '../next-step/next-step-card.tsx'
import { useNextStep } from '../next-step/use-next-step.ts'
import { FirstReward, useIsFirstReward } from '../reward.tsx'
import { useT } from '../texts.ts'
import { TodaySection, useToday } from './today-section.tsx'

/** Keeps the height of a line whose words are not known yet. */
const emptyLine = '\u00a0'

export function Page() {
  const t = useT()
  const saved = useSession(session => session.user)
  const { data: person = saved } = usePerson()
  const today = useToday()
  const step = useNextStep(today.data?.list)
  const { isHidden, eye, dots } = useHiddenBalance()
  const { day, passed, earned = '0' } = today.data?.today ?? {}
  const isDone = step?.do === 'done'
  const isFirst = useIsFirstReward()(earned) && passed === 1 && !isDone && !isHidden
  // The section below shows that the tasks could not be read.
  const nextStep =
    today.isError && !today.data ? null : (
      <NextStepCard step={step} today={today.data?.today} isBalanceHidden={isHidden} />
    )
  const name = person?.nick_name
  return (
    <Screen wide>
      <TopLine
        title={name ? t('home.hello', { name }) : t('home.helloNobody')}
        note={day ? formatDate(day, 'day') : emptyLine}
        end={<ProfileLink />}
      />
      <Main tabs>
        <Stack gap={3}>
          <BalanceBlock isHidden={isHidden} eye={eye} dots={dots} />
          {isFirst ? <FirstReward reward={earned} /> : isDone ? null : nextStep}
        </Stack>
        {isDone ? (
          nextStep
        ) : (
          <TodaySection today={today} step={isFirst ? undefined : step} isBalanceHidden={isHidden} />
        )}
      </Main>
    </Screen>
  )
}

/** The last known balance is shown while a fresh one loads. */
function BalanceBlock({ isHidden, eye, dots }: ReturnType<typeof useHiddenBalance>) {
  const t = useT()
  const saved = useSession(session => session.money)
  const { data, isError, refetch } = useBalance()
  const money = data ?? saved
  if (!money && isError) return <Failed onRetry={() => void refetch()} />
  if (!money)
    return (
      <Block label={t('home.balance')} end={eye}>
        <Skeleton shape="amount" />
        <SlotFigure of="balance" path="amount" />
      </Block>
    )
  const { config } = money
  const cash =
    config &&
    formatCash({
      amount: String(calculatePayout(BigInt(money.amount), BigInt(config.rate_num), BigInt(config.rate_den))),
      currency: config.payout_currency,
      scale: config.payout_scale,
    })
  return (
    <Block
      label={t('home.balance')}
      to={appPaths.money}
      end={eye}
      note={isHidden ? undefined : cash ? <AmountText text={t('home.approx', { cash })} amounts={[cash]} /> : emptyLine}
    >
      {isHidden ? dots : <CountingAmount minor={money.amount} size="big" />}
    </Block>
  )
}
