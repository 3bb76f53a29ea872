import { appPaths } from '@adcoin/remote'
import { OperatorNotices, ProfileLink, useHiddenBalance } from '@adcoin/remote/pages'
import { Slot, SlotAmount, SlotFigure, SlotList, SlotPicture } from '@adcoin/remote/slots'
import { Button, Empty, Failed, Main, Screen, Skeleton, TextLink, TopLine } from '@adcoin/ui'
import { Actions, AmountText, Block, CountingAmount, List, Row, Section, Stack } from '@adcoin/ui/pages'
import { formatCash, formatCoin } from '@adcoin/i18n/formats'
import { useSession } from '@adcoin/session'
import { TransactionRow } from '../history/transaction-row.tsx'
import { useLatestTransactions } from '../history/use-transactions.ts'
import { useT } from '../texts.ts'
import { Income, useIncome } from './income.tsx'
import { computeQuote } from '../price/quote.ts'
import { usePriceText } from '../price/use-price-text.ts'
import { useEmittedBalance } from '../price/use-emitted-balance.ts'

export function Page() {
  const t = useT()
  const hidden = useHiddenBalance()
  return (
    <Screen wide>
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
          <Section
            title={t('money.latest')}
            action={<TextLink to={appPaths.transactions}>{t('money.seeAll')}</TextLink>}
          >
            <Latest isHidden={hidden.isHidden} />
          </Section>
        </Stack>
        <Income isHidden={hidden.isHidden} />
        <OperatorNotices />
      </Main>
    </Screen>
  )
}

/** Keeps the height of the line while the price is unknown. */
const emptyLine = '\u00a0'

/** The balance, its worth, and the amounts in review and on hold. Never 0 while unknown. */
function BalanceCard({ isHidden, eye, dots }: ReturnType<typeof useHiddenBalance>) {
  const t = useT()
  const priceText = usePriceText()
  const saved = useSession(session => session.money)
  const { data, isError, refetch } = useEmittedBalance()
  const inReview = useIncome().data?.review_amount ?? '0'
  const money = data ?? saved
  if (!money && isError) return <Failed onRetry={() => void refetch()} />
  if (!money)
    return (
      <Block label={t('money.balance')} end={eye}>
        <Skeleton shape="amount" />
        <SlotFigure of="balance" path="amount" />
      </Block>
    )
  const { config } = money
  const payout = config && { currency: config.payout_currency, scale: config.payout_scale }
  const worth = payout && {
    cash: formatCash({ amount: computeQuote(money.amount, { ...config, fee_bps: 0 }).payout, ...payout }),
    price: priceText(config, payout),
  }
  const worthText = worth ? (
    <AmountText text={money.amount === '0' ? worth.price : t('money.worth', worth)} amounts={Object.values(worth)} />
  ) : (
    emptyLine
  )
  const [reviewed, held] = [formatCoin(inReview), formatCoin(money.hold)]
  return (
    <Block label={t('money.balance')} end={eye}>
      {isHidden ? (
        dots
      ) : (
        <>
          <CountingAmount minor={money.amount} size="big" />
          <span className="ac-block__s ac-num">{worthText}</span>
        </>
      )}
      {inReview !== '0' && !isHidden ? (
        <TextLink to={appPaths.adRecord}>
          <AmountText text={t('money.inReview', { coin: reviewed })} amounts={[reviewed]} />
        </TextLink>
      ) : null}
      {money.hold !== '0' && !isHidden ? (
        <span className="ac-block__s">
          <AmountText text={t('money.onHold', { coin: held })} amounts={[held]} />
        </span>
      ) : null}
    </Block>
  )
}

function Latest({ isHidden }: { isHidden: boolean }) {
  const t = useT()
  const { data, isError, refetch } = useLatestTransactions()
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <LatestToCome />
  if (data.list.length > 0)
    return (
      <List label={t('money.latest')}>
        {data.list.map(transaction => (
          <TransactionRow key={transaction.id} transaction={transaction} isHidden={isHidden} hasDay />
        ))}
      </List>
    )
  return (
    <Empty
      title={t('money.nothingYet')}
      text={t('money.firstTask')}
      action={
        <Button kind="secondary" to={appPaths.tasks}>
          {t('money.toTasks')}
        </Button>
      }
    />
  )
}

function LatestToCome() {
  return (
    <>
      <Skeleton shape="rows" lines={3} />
      <SlotList
        of="transactionList.list"
        most={3}
        row={
          <Row
            icon={{ picture: <SlotPicture /> }}
            title={<Slot path="title" />}
            note={emptyLine}
            end={<SlotAmount path="amount" isSigned />}
          />
        }
      />
    </>
  )
}
