import { bindStatuses, type BoundAccount, type TaskItem, type boundAccounts, type ResponseOf } from '@adcoin/contract'
import { formatDate } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { Button, Skeleton, WordsToCome } from '@adcoin/ui'
import { Amount, Card, Stack, Tile } from '@adcoin/ui/pages'
import type { ReactNode } from 'react'
import { stageOf, useReviewTime } from '../status.tsx'
import { useBoundAccounts } from '../binding/use-bound-accounts.ts'
import { TaskIllustration } from '../picture/task-illustration.tsx'
import { useT } from '../texts.ts'

/** The next step: send what is claimed, link an account, the easiest task, wait. */
type NextStep =
  | { readonly do: 'send' | 'claim' | 'wait'; readonly task: TaskItem }
  | { readonly do: 'link' | 'checking' | 'done' }

/** Only the first tasks count: Home loads no more, and the task list must show the same step. */
export const nextStepTaskLimit = 5

/** Nothing while only waiting for tomorrow is left. */
export function NextStepCard({ tasks, reviewMinutes = 0 }: NextStepProps) {
  const t = useT()
  const reviewTime = useReviewTime()
  const accounts = useBoundAccounts()
  if (!tasks || !accounts.data) return accounts.isError ? null : <StepToCome />
  const step = findNextStep(tasks, accounts.data.list)
  if (step.do === 'done') return null
  if (!('task' in step)) return <AccountStep accounts={accounts.data} />
  const { task } = step
  const at = appPaths.task({ taskId: task.id })
  const notes = {
    send: task.deadline_at ? t('list.until', { time: formatDate(task.deadline_at, 'moment') }) : undefined,
    claim: t('list.minutes', { count: task.minutes }),
    wait: reviewTime(reviewMinutes),
  }
  return (
    <Step
      title={task.title}
      note={
        <>
          <Amount minor={task.reward} /> · {notes[step.do]}
        </>
      }
      picture={<TaskIllustration picture={task.picture} kind={task.kind} shape="card" />}
    >
      {step.do === 'wait' ? null : (
        <Button block to={step.do === 'send' ? `${at}?step=proof` : at}>
          {step.do === 'send' ? t('detail.send') : t('next.open')}
        </Button>
      )}
    </Step>
  )
}

export function findNextStep(
  all: readonly TaskItem[],
  accounts: readonly BoundAccount[],
  now: number = Date.now(),
): NextStep {
  const tasks = all.slice(0, nextStepTaskLimit)
  const toSend = tasks.filter(task => canBeSent(task, now)).sort((a, b) => readDeadline(a) - readDeadline(b))[0]
  if (toSend) return { do: 'send', task: toSend }
  const hasAccount = (status: number) => accounts.some(account => account.bind_status === status)
  const needsAccount = tasks.some(task => task.lock === 'need_bind')
  if (needsAccount && !hasAccount(bindStatuses.bound) && !hasAccount(bindStatuses.binding)) return { do: 'link' }
  const easiest = tasks
    .filter(task => stageOf(task) === 'unclaimed' && !task.lock)
    .sort((a, b) => a.minutes - b.minutes || Number(BigInt(b.reward) - BigInt(a.reward)))[0]
  if (easiest) return { do: 'claim', task: easiest }
  if (needsAccount && hasAccount(bindStatuses.binding)) return { do: 'checking' }
  const inReview = tasks.find(task => stageOf(task) === 'review')
  return inReview ? { do: 'wait', task: inReview } : { do: 'done' }
}

/** Claimed and not sent, or refused with tries and time left. */
function canBeSent(task: TaskItem, now: number): boolean {
  const stage = stageOf(task)
  const hasTime = !task.deadline_at || Date.parse(task.deadline_at) > now
  return hasTime && (stage === 'yourTurn' || (stage === 'failed' && (task.attempts_left ?? 1) > 0))
}

const readDeadline = (task: TaskItem): number => (task.deadline_at ? Date.parse(task.deadline_at) : Infinity)

type NextStepProps = {
  tasks: readonly TaskItem[] | undefined
  reviewMinutes: number | undefined
}

type Accounts = ResponseOf<typeof boundAccounts>

/** Most tasks need a linked account first. */
function AccountStep({ accounts: { list, check_minutes: minutes } }: { accounts: Accounts }) {
  const t = useT()
  const reviewTime = useReviewTime()
  const [account] = list
  const isChecked = account?.bind_status === bindStatuses.binding
  const name = `@${account?.username ?? ''}`
  return (
    <Step
      title={
        isChecked ? t('home.bindingNow', { name }) : account ? t('home.bindFailed', { name }) : t('home.bindTitle')
      }
      note={isChecked ? reviewTime(minutes ?? 0) : (account?.fail_reason ?? t('home.bindNote'))}
      picture={<Tile icon="link" tone="accent" />}
    >
      <Button block kind={isChecked ? 'secondary' : 'primary'} to={appPaths.bindAccount}>
        {isChecked ? t('next.see') : t('home.bindTitle')}
      </Button>
    </Step>
  )
}

/** As tall as the first step of a new person, which takes as many lines as most. */
function StepToCome() {
  const t = useT()
  return (
    <Frame picture={<Skeleton shape="circle" />} end={<Skeleton shape="button" />}>
      <WordsToCome>
        <Words title={t('home.bindTitle')} note={t('home.bindNote')} />
      </WordsToCome>
    </Frame>
  )
}

type StepProps = WordsProps & { picture: ReactNode; children: ReactNode }

function Step({ title, note, picture, children }: StepProps) {
  return (
    <Frame picture={picture} end={children}>
      <Words title={title} note={note} />
    </Frame>
  )
}

function Frame({ picture, children, end }: { picture: ReactNode; children: ReactNode; end: ReactNode }) {
  const t = useT()
  return (
    <Card>
      <Stack gap={3}>
        <h2 className="ac-small ac-2">{t('next.title')}</h2>
        <Stack row gap={3}>
          {picture}
          <div className="ac-grow">{children}</div>
        </Stack>
        {end}
      </Stack>
    </Card>
  )
}

type WordsProps = { title: string; note: ReactNode }

function Words({ title, note }: WordsProps) {
  return (
    <>
      <p className="ac-med">{title}</p>
      <p className="ac-small ac-2">{note}</p>
    </>
  )
}
