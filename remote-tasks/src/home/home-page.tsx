import { bindStatuses, calculatePayout } from '@adcoin/contract'
import { formatCash, formatDate } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { ProfileLink, useBalance, useHiddenBalance, usePerson } from '@adcoin/remote/pages'
import { SlotFigure } from '@adcoin/remote/slots'
import { useSession } from '@adcoin/session'
import { Failed, Main, Screen, Skeleton, TopLine } from '@adcoin/ui'
import { AmountText, Block, CountingAmount, List, Row, Stack } from '@adcoin/ui/pages'
import { useBoundAccounts } from '../binding/use-bound-accounts.ts'
import { NextStepCard } from '../next-step/next-step-card.tsx'
import { useNextStep } from '../next-step/use-next-step.ts'
import { FirstReward } from '../reward.tsx'
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
  const day = today.data?.today.day
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
          {isHidden || today.data?.today.passed !== 1 ? null : <FirstReward reward={today.data.today.earned ?? '0'} />}
          <NextStepCard step={step} today={today.data?.today} isBalanceHidden={isHidden} />
        </Stack>
        <TodaySection today={today} step={step} isBalanceHidden={isHidden} />
        <AccountCard />
      </Main>
    </Screen>
  )
}

/** The linked account. Before there is one, the next step names the task. */
function AccountCard() {
  const t = useT()
  const account = useBoundAccounts().data?.list.find(bound => bound.bind_status === bindStatuses.bound)
  if (!account) return null
  return (
    <List label={t('bind.linked')}>
      <Row
        icon="link"
        tone="accent"
        title={t('home.bound', { name: `@${account.username}` })}
        to={appPaths.bindAccount}
      />
    </List>
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
