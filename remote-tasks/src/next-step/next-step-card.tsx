import { bindStatuses, type TaskItem } from '@adcoin/contract'
import { formatDate } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { Slot, SlotAmount, SlotItem } from '@adcoin/remote/slots'
import { Button, Skeleton, WordsToCome } from '@adcoin/ui'
import { Amount, Card, Parts, Pill, Stack, Tile } from '@adcoin/ui/pages'
import type { ReactNode } from 'react'
import { isBelowMinimum } from '../binding/below-minimum.ts'
import { useBoundAccounts } from '../binding/use-bound-accounts.ts'
import { DayRing, type Today } from '../day-ring.tsx'
import { TaskIllustration } from '../picture/task-illustration.tsx'
import { SentenceWith, useCanWithdraw, useMoney, useWorth, Worth } from '../reward.tsx'
import { stageOf, StatusPill, useReviewTime } from '../status.tsx'
import { useT } from '../texts.ts'
import type { NextStep } from './next-step.ts'

type NextStepProps = { step: NextStep | undefined; today: Today | undefined; isBalanceHidden: boolean }

export function NextStepCard({ step, today, isBalanceHidden }: NextStepProps) {
  if (!step || !today) return <StepToCome />
  if (step.do === 'done') return <DoneForToday today={today} isBalanceHidden={isBalanceHidden} />
  return 'task' in step ? <TaskStep step={step} today={today} /> : <AccountStep leftToEarn={today.left_to_earn} />
}

function TaskStep({ step, today }: { step: Extract<NextStep, { task: TaskItem }>; today: Today }) {
  const t = useT()
  const reviewTime = useReviewTime()
  const balance = useMoney()?.amount
  const { task } = step
  const at = appPaths.task({ taskId: task.id })
  const isRefused = stageOf(task) === 'failed'
  // A refused one is opened first: its page shows why.
  const isFormNext = step.do === 'send' && !isRefused
  const notes = {
    send: task.deadline_at ? t('list.until', { time: formatDate(task.deadline_at, 'moment') }) : undefined,
    claim: t('list.minutes', { count: task.minutes }),
    wait: reviewTime(today.review_minutes ?? 0),
  }
  return (
    <Step
      heading={
        isRefused || step.do === 'wait' ? (
          <StatusPill {...task} />
        ) : balance === '0' && today.received === 0 ? (
          t('next.first')
        ) : (
          t('next.title')
        )
      }
      title={task.title}
      note={<Parts of={[<Worth key="worth" minor={task.reward} />, notes[step.do]]} />}
      picture={<TaskIllustration picture={task.picture} kind={task.kind} shape="card" />}
    >
      {step.do === 'wait' ? null : (
        <Button block to={isFormNext ? `${at}?step=proof` : at}>
          {isFormNext ? t('detail.send') : t('next.open')}
        </Button>
      )}
    </Step>
  )
}

/** The tasks that are left need a linked account. */
function AccountStep({ leftToEarn }: { leftToEarn: string }) {
  const t = useT()
  const reviewTime = useReviewTime()
  const { data } = useBoundAccounts()
  const account = data?.list[0]
  const isChecked = account?.bind_status === bindStatuses.binding
  const failed = isChecked ? undefined : account
  const name = `@${account?.username ?? ''}`
  return (
    <Step
      heading={failed ? <Pill tone="bad">{t('bind.status.0')}</Pill> : undefined}
      title={isChecked ? t('home.bindingNow', { name }) : failed ? name : t('home.bindTitle')}
      note={
        isChecked
          ? reviewTime(data?.check_minutes ?? 0)
          : (account?.fail_reason ?? (
              <SentenceWith text={t('home.bindWorth', { coin: '|' })}>
                <Worth minor={leftToEarn} />
              </SentenceWith>
            ))
      }
      picture={<Tile icon="link" tone="accent" />}
    >
      <Button block kind={isChecked ? 'secondary' : 'primary'} to={appPaths.bindAccount}>
        {isChecked
          ? t('next.see')
          : t(failed && data ? (isBelowMinimum(failed, data.rules) ? 'bind.another' : 'bind.again') : 'home.bindTitle')}
      </Button>
    </Step>
  )
}

/** The card of a finished day: its sum, the time of the next tasks, and one thing to do until then. */
export function DoneForToday({ today, isBalanceHidden }: DoneProps) {
  const t = useT()
  const { earned = '0', next_day_at: next } = today
  const worth = useWorth()(earned)
  const canWithdraw = useCanWithdraw()
  const isSumShown = earned !== '0' && !isBalanceHidden
  const again = next ? t('done.again', { time: formatDate(next, 'moment') }) : t('list.end')
  return (
    <Step
      heading={t('done.title')}
      title={
        isSumShown ? (
          <SentenceWith text={t('done.earned', { coin: '|' })}>
            <Amount minor={earned} />
          </SentenceWith>
        ) : (
          again
        )
      }
      note={
        isSumShown ? (
          <Parts
            of={[
              worth && (
                <span key="worth" translate="no">
                  {worth}
                </span>
              ),
              again,
            ]}
          />
        ) : undefined
      }
      picture={<DayRing today={today} />}
    >
      {canWithdraw ? (
        <Button block to={appPaths.sell}>
          {t('done.withdraw')}
        </Button>
      ) : null}
      <Button block kind={canWithdraw ? 'quiet' : 'primary'} to={appPaths.invite}>
        {t('done.invite')}
      </Button>
      <p className="ac-small ac-2 ac-center">{t('done.inviteWhy')}</p>
    </Step>
  )
}

type DoneProps = { today: Today; isBalanceHidden: boolean }

/** The page fills in the first task that is not done before any code is there. */
function StepToCome() {
  const t = useT()
  return (
    <Frame picture={<Skeleton shape="circle" />} end={<Skeleton shape="button" />}>
      <WordsToCome>
        <Words title={t('next.open')} note={<Worth minor="6000" />} />
      </WordsToCome>
      <SlotItem of="taskList.list" unless="review_status=2 exec_status=2 lock=need_bind">
        <Words title={<Slot path="title" />} note={<SlotAmount path="reward" />} />
      </SlotItem>
    </Frame>
  )
}

type StepProps = WordsProps & { heading?: ReactNode; picture: ReactNode; children: ReactNode }

function Step({ heading, title, note, picture, children }: StepProps) {
  return (
    <Frame heading={heading} picture={picture} end={children}>
      <Words title={title} note={note} />
    </Frame>
  )
}

type FrameProps = { heading?: ReactNode; picture: ReactNode; children: ReactNode; end: ReactNode }

function Frame({ heading, picture, children, end }: FrameProps) {
  const t = useT()
  return (
    <Card>
      <Stack gap={3}>
        <h2 className="ac-small ac-2">{heading ?? t('next.title')}</h2>
        <Stack row gap={3}>
          {picture}
          <div className="ac-grow ac-step">{children}</div>
        </Stack>
        {end}
      </Stack>
    </Card>
  )
}

type WordsProps = { title: ReactNode; note: ReactNode }

function Words({ title, note }: WordsProps) {
  return (
    <>
      <p className="ac-med">{title}</p>
      {note ? <p className="ac-small ac-2">{note}</p> : null}
    </>
  )
}
