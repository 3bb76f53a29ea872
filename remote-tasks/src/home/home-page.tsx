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
import { TodaySection } from './today-section.tsx'
import { useToday } from './use-today.ts'

/** Keeps the height of a line whose words are not known yet. */
const emptyLine = '\u00a0'

export function Page() {
  const t = useT()
  const saved = useSession(session => session.user)
  const { data: person = saved } = usePerson()
  const today = useToday()
  const balance = useLastBalance()
  const step = useNextStep(today.data?.list)
  const { isHidden, eye, dots } = useHiddenBalance()
  const { day, passed, earned = '0' } = today.data?.today ?? {}
  const isDone = step?.do === 'done'
  const isFirst = useIsFirstReward()(earned) && passed === 1 && !isDone && !isHidden && step?.do !== 'send'
  // The section below shows that the tasks could not be read.
  const nextStep = isUnread(today) ? null : (
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
        {isUnread(balance) && isUnread(today) ? (
          <Failed onRetry={() => void Promise.all([balance.refetch(), today.refetch()])} />
        ) : (
          <>
            <Stack gap={3}>
              <BalanceBlock balance={balance} isHidden={isHidden} eye={eye} dots={dots} />
              {isFirst ? <FirstReward reward={earned} /> : isDone ? null : nextStep}
            </Stack>
            {isDone ? (
              nextStep
            ) : (
              <TodaySection today={today} step={isFirst ? undefined : step} isBalanceHidden={isHidden} />
            )}
          </>
        )}
      </Main>
    </Screen>
  )
}

/** The last known balance is shown while a fresh one loads. */
function useLastBalance() {
  const saved = useSession(session => session.money)
  const answer = useBalance()
  return { ...answer, data: answer.data ?? saved ?? undefined }
}

/** It failed, and nothing older is known. */
const isUnread = ({ data, isError }: { data: unknown; isError: boolean }): boolean => isError && data === undefined

type BlockProps = ReturnType<typeof useHiddenBalance> & { balance: ReturnType<typeof useLastBalance> }

function BalanceBlock({ balance, isHidden, eye, dots }: BlockProps) {
  const t = useT()
  const { data: money, refetch } = balance
  if (isUnread(balance)) return <Failed onRetry={() => void refetch()} />
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
