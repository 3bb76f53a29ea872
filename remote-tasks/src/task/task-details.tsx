import type { TaskDetail } from '@adcoin/contract'
import { formatDate } from '@adcoin/i18n/formats'
import { useHiddenBalance } from '@adcoin/remote/pages'
import { Button, Hint, Icon, Main } from '@adcoin/ui'
import { Amount, Block, Card, Disclosure, Parts, Receipt, Section, Stack } from '@adcoin/ui/pages'
import { AppealPart } from '../appeal/appeal-part.tsx'
import { FileThumb, GoodProof } from '../picture/good-proof.tsx'
import { WebAddress } from '../picture/web-address.tsx'
import { TaskIllustration } from '../picture/task-illustration.tsx'
import { RefusalReason } from '../refusal-reason.tsx'
import { FirstReward, useIsFirstReward, useWorth } from '../reward.tsx'
import {
  findKindIcon,
  isPublic,
  toKindKey,
  toKnownLock,
  stageOf,
  useShortReviewTime,
  toKnownExecStatus,
  toKnownReviewStatus,
} from '../status.tsx'
import { useToday } from '../home/use-today.ts'
import { NextStepCard } from '../next-step/next-step-card.tsx'
import { useNextStep } from '../next-step/use-next-step.ts'
import { useT } from '../texts.ts'
import { canSubmit, isOver } from './can-submit.ts'
import { Materials } from './materials.tsx'
import { PushOffer } from '../push/late-push-offer.tsx'
import { TaskAction } from './task-action.tsx'
import { TaskTrack } from './task-track.tsx'
import pictureStyles from '../picture/picture.module.css'
import styles from './task.module.css'

export function TaskDetails({ task }: { task: TaskDetail }) {
  const t = useT()
  const stage = stageOf(task)
  const worth = useWorth()(task.reward)
  const cash = worth && <span translate="no">{worth}</span>
  const isFirst = useIsFirstReward()
  const isFolded = isOver(task)
  // Open steps come first; for a task that waits or is over, the sent proof does.
  const isSent = stage === 'review' || isFolded
  const payment = stage === 'passed' ? t('detail.paid') : isFolded ? undefined : t('detail.paidWhen')
  return (
    <Main>
      <Block
        label={
          <>
            <Icon name={findKindIcon(task.kind)} size={20} /> {t(`kinds.${toKindKey(task.kind)}`)}
          </>
        }
        note={<Parts of={[cash, payment]} />}
      >
        <h2 className="ac-title">{task.title}</h2>
        <Amount minor={task.reward} sign="always" size="big" />
      </Block>
      {stage === 'passed' && isFirst(task.reward) ? <FirstReward reward={task.reward} /> : null}
      <State task={task} />
      {isPublic(task) && stage === 'passed' ? <Hint tone="hint">{t('detail.keep')}</Hint> : null}
      {isFolded && !isFirst(task.reward) ? <AfterTask /> : null}
      {stage === 'review' ? <PushOffer /> : null}
      {isSent && task.submission ? <Sent submission={task.submission} /> : null}
      {isFolded ? (
        <Disclosure title={t('detail.about')}>
          <Stack>
            <Brief task={task} />
            <Steps task={task} />
          </Stack>
        </Disclosure>
      ) : (
        <>
          <Steps task={task} />
          <Section title={t('detail.about')}>
            <Brief task={task} />
          </Section>
        </>
      )}
      {!isSent && task.submission ? <Sent submission={task.submission} /> : null}
      {stage === 'unclaimed' ? null : (
        <Disclosure title={t('detail.statesInDetail')}>
          <Receipt
            rows={[
              { label: t('detail.execution'), value: t(`exec.${toKnownExecStatus(task.exec_status)}`) },
              { label: t('detail.reviewStatus'), value: t(`review.${toKnownReviewStatus(task.review_status)}`) },
            ]}
          />
          {stage === 'review' ? <p className="ac-small ac-2">{t('detail.executingNote')}</p> : null}
        </Disclosure>
      )}
      <TaskAction task={task} stage={stage} />
    </Main>
  )
}

/** Why the task cannot be claimed, why the proof failed, and the track of a claimed task. */
function State({ task }: { task: TaskDetail }) {
  const t = useT()
  const stage = stageOf(task)
  if (stage === 'unclaimed')
    return (
      <>
        {task.lock ? (
          <Hint tone="warn" icon="info">
            {t(`lock.${toKnownLock(task.lock)}`)}
          </Hint>
        ) : null}
        <BeforeClaiming task={task} />
      </>
    )
  return (
    <>
      <RefusalReason task={task}>
        {canSubmit(task) ? (
          <div>{t('detail.attemptsLeft', { count: task.attempts_left })}</div>
        ) : task.attempts_left === 0 ? (
          <div>{t('detail.noAttempts')}</div>
        ) : null}
      </RefusalReason>
      <AppealPart task={task} />
      <Card>
        <TaskTrack task={task} />
      </Card>
    </>
  )
}

/** The times of a task that is not claimed yet. */
function BeforeClaiming({ task: { minutes, deadline_hours: hours, review_minutes: review } }: { task: TaskDetail }) {
  const t = useT()
  const reviewTime = useShortReviewTime()(review)
  return (
    <Receipt
      rows={[
        { label: t('detail.takes'), value: t('list.minutes', { count: minutes }) },
        ...(hours === undefined ? [] : [{ label: t('detail.sendWithin'), value: t('detail.hours', { count: hours }) }]),
        ...(reviewTime === '' ? [] : [{ label: t('detail.review'), value: reviewTime }]),
      ]}
    />
  )
}

/** The next task, as on Home. A finished day is shown there. */
function AfterTask() {
  const { data } = useToday()
  const { isHidden } = useHiddenBalance()
  const step = useNextStep(data?.list)
  return step && step.do !== 'done' && <NextStepCard step={step} today={data?.today} isBalanceHidden={isHidden} />
}

function Brief({ task }: { task: TaskDetail }) {
  return (
    <>
      <p className={styles['brief']}>{task.brief}</p>
      {task.picture ? <TaskIllustration picture={task.picture} kind={task.kind} shape="wide" /> : null}
      {task.target_url ? <Target address={task.target_url} /> : null}
    </>
  )
}

/** The steps, the prepared material and the proof. */
function Steps({ task }: { task: TaskDetail }) {
  const t = useT()
  return (
    <>
      <Section title={t('detail.what')}>
        <ol className={`ac-card ${styles['steps']}`}>
          {task.steps.map((step, index) => (
            <li key={index}>{step}</li>
          ))}
        </ol>
      </Section>
      <Hint tone="hint" icon="info">
        <Disclosed {...task.disclosure} />
      </Hint>
      {task.materials.length > 0 ? (
        <Section title={t('detail.material')}>
          <Materials materials={task.materials} />
        </Section>
      ) : null}
      <Section title={t('proof.title')}>
        <GoodProof task={task} />
      </Section>
    </>
  )
}

/** The platform's line for advertising. The hashtag stands out where the line names it, else it follows. */
function Disclosed({ text, hashtag }: TaskDetail['disclosure']) {
  const [before = '', ...after] = text.split(hashtag)
  return (
    <>
      {before}
      {after.length === 0 ? ' ' : null}
      <b>{hashtag}</b>
      {after.join(hashtag)}
    </>
  )
}

/** The advertiser's page. An operator entered the address: its host is named, and it opens in a new tab. */
function Target({ address }: { address: string }) {
  const t = useT()
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') return null
  return (
    <>
      <Button kind="secondary" block icon="link" href={url.href}>
        {t('detail.openTarget', { host: url.host })}
      </Button>
      <p className="ac-small ac-2">{t('detail.openTargetNote')}</p>
    </>
  )
}

function Sent({ submission: sent }: { submission: NonNullable<TaskDetail['submission']> }) {
  const t = useT()
  const rows = [
    { label: t('submit.username'), value: sent.username },
    { label: t('submit.homepage'), value: sent.homepage_link && <SentLink>{sent.homepage_link}</SentLink> },
    { label: t('submit.video'), value: sent.video_link && <SentLink>{sent.video_link}</SentLink> },
    { label: t('submit.files'), value: sent.files.length ? t('detail.sentFiles', { count: sent.files.length }) : null },
    { label: t('detail.sentTime'), value: formatDate(sent.submitted_at, 'dateTime') },
  ]
  return (
    <Section title={t('detail.sent')}>
      <Receipt label={t('detail.sent')} rows={rows.filter(({ value }) => value)}>
        {sent.files.length > 0 ? (
          <Stack row gap={2} className={pictureStyles['below']}>
            {sent.files.map((file, index) => (
              <FileThumb key={file.file_id} file={file} alt={t('submit.fileName', { count: index + 1 })} />
            ))}
          </Stack>
        ) : null}
      </Receipt>
    </Section>
  )
}

function SentLink({ children }: { children: string }) {
  return <WebAddress>{children.replace(/^https:\/\/(www\.)?/, '')}</WebAddress>
}
