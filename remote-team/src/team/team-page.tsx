import { calculatePayout } from '@adcoin/contract'
import { formatCash, formatCoin, formatNumber } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { ProfileLink, useCopy } from '@adcoin/remote/pages'
import { SlotFigure } from '@adcoin/remote/slots'
import { useSession } from '@adcoin/session'
import { Button, Failed, IconButton, Main, Screen, Skeleton, TopLine } from '@adcoin/ui'
import { Amount, AmountText, Block, Card, List, Parts, Row, Section, Stack } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { GrowthCard } from './growth-card.tsx'
import { formatInviteCode, useKnownPerson, useShareInfo, useTeam } from './use-team.ts'
import { useInviterName } from '../inviter/use-inviter-name.ts'

/** Keeps the height of a line until its words are known. */
const noBreak = '\u00a0'

export function Page() {
  const t = useT()
  const { person, own } = useKnownPerson()
  const team = useTeam()
  const nameInviter = useInviterName()
  // For the invitation, which needs no network then.
  useShareInfo()
  const isTeamMissing = team.isError && !team.data
  const isPersonMissing = own.isError && !person
  return (
    <Screen>
      <TopLine title={t('titles.team')} end={<ProfileLink />} />
      <Main tabs>
        <Stack gap={3}>
          {isTeamMissing || isPersonMissing ? (
            <Failed onRetry={() => void Promise.all([team.refetch(), own.refetch()])} />
          ) : null}
          {isTeamMissing ? null : <IncomeBlock />}
          <p className="ac-small ac-2">{t('team.rule')}</p>
          {isPersonMissing ? null : <CodeCard code={person?.invite_code} />}
          <List label={t('titles.team')}>
            <Row icon="team" title={t('team.members')} note={<TeamSize team={team.data} />} to={appPaths.teamList} />
            {person?.inviter_id ? (
              <Row icon="link" title={t('team.bound', { name: nameInviter(person) })} />
            ) : (
              <Row icon="link" title={t('team.bind')} note={t('team.bindNote')} to={appPaths.bindInvite} />
            )}
          </List>
          {isTeamMissing ? null : team.data?.total_team_num === 0 ? <FirstFriend /> : <GrowthCard />}
        </Stack>
      </Main>
    </Screen>
  )
}

function TeamSize({ team }: { team: ReturnType<typeof useTeam>['data'] }) {
  const t = useT()
  if (!team) return noBreak
  const { active_today: active, total_team_num: people } = team
  return <Parts of={[t('team.people', { count: people }), active > 0 && t('team.activeToday', { count: active })]} />
}

function IncomeBlock() {
  const t = useT()
  const { data } = useTeam()
  const worth = useWorth(data?.promotion_total ?? '0')
  const yesterday = data && data.promotion_yesterday !== '0' && (
    <>
      {t('team.yesterday')} <Amount minor={data.promotion_yesterday} sign="always" />
    </>
  )
  return (
    <Block label={t('team.earned')} note={data && (worth || yesterday ? <Parts of={[worth, yesterday]} /> : noBreak)}>
      {data ? (
        <Amount minor={data.promotion_total} size="big" />
      ) : (
        <>
          <Skeleton shape="amount" />
          <SlotFigure of="agentState" path="promotion_total" />
        </>
      )}
    </Block>
  )
}

/** In the person's currency at the last known price, before the fee; undefined while there is none, and for nothing. */
function useWorth(minor: string) {
  const config = useSession(session => session.money)?.config
  if (!config || minor === '0') return undefined
  const { rate_num, rate_den, payout_currency: currency, payout_scale: scale } = config
  const amount = String(calculatePayout(BigInt(minor), BigInt(rate_num), BigInt(rate_den)))
  return <span translate="no">{`≈ ${formatCash({ amount, currency, scale })}`}</span>
}

/** In place of the growth of a team that has no members yet. */
function FirstFriend() {
  const t = useT()
  const [earned, bonus] = [formatCoin('1200'), formatCoin('120')]
  const steps = [
    t('team.first.send'),
    t('team.first.join'),
    <AmountText key="earn" text={t('team.first.earn', { earned, bonus })} amounts={[earned, bonus]} />,
  ]
  return (
    <Section title={t('team.first.title')}>
      <List label={t('team.first.title')}>
        {steps.map((step, index) => (
          <Row key={index} icon={{ node: formatNumber(index + 1) }} title={step} />
        ))}
      </List>
    </Section>
  )
}

function CodeCard({ code }: { code: string | undefined }) {
  const t = useT()
  const copy = useCopy()
  return (
    <Card className="ac-stack">
      <div className="ac-between">
        <div>
          <p className="ac-small ac-2">{t('team.code')}</p>
          <p className="ac-h1 ac-num">{code ? formatInviteCode(code) : noBreak}</p>
        </div>
        {code ? (
          <IconButton
            className="ac-iconbtn--filled"
            icon="copy"
            label={t('team.copyCode')}
            onClick={() => void copy(code)}
          />
        ) : null}
      </div>
      <Button block icon="share" to={appPaths.invite}>
        {t('team.invite')}
      </Button>
    </Card>
  )
}
