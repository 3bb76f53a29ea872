import type { TaskDetail } from '@adcoin/contract'
import { Hint, Icon, Main } from '@adcoin/ui'
import { Amount, Block, Card, Disclosure, Receipt, Section } from '@adcoin/ui/pages'
import { GoodProof } from '../picture/good-proof.tsx'
import { TaskPicture } from '../picture/task-picture.tsx'
import { kindIcon, kindKey } from '../status/kinds.ts'
import { knownLock } from '../status/locks.ts'
import { knownExec, knownReview } from '../status/status-pill.tsx'
import { stageOf } from '../status/progress.ts'
import { useT } from '../texts.ts'
import styles from './task.module.css'
import { Materials } from './materials.tsx'
import { Sent } from './sent.tsx'
import { Target } from './target.tsx'
import { TaskAction } from './task-action.tsx'
import { TaskTrack } from './task-track.tsx'

/**
 * Everything about a task, and what to do next.
 *
 * Long because it is the screen from top to bottom, each block with the condition that shows it.
 */
export function TaskDetails({ task }: { task: TaskDetail }) {
  const t = useT()
  const stage = stageOf(task)
  return (
    <Main>
      <Block
        label={
          <>
            <Icon name={kindIcon(task.kind)} size={20} /> {t(`kinds.${kindKey(task.kind)}`)}
          </>
        }
        note={t('detail.paidWhen')}
      >
        <Amount minor={task.reward} sign="always" size="big" />
      </Block>
      {task.lock && stage === 'unclaimed' ? (
        <Hint tone="warn" icon="info">
          {t(`lock.${knownLock(task.lock)}`)}
        </Hint>
      ) : null}
      {stage === 'failed' ? (
        <Hint tone="bad" icon="alert">
          <b>{t('detail.failedTitle')}</b>
          {/* Of its own line each: an operator's reason may end without a full stop. */}
          {task.fail_reason ? <div>{task.fail_reason}</div> : null}
          <div>{t('detail.attemptsLeft', { count: task.attempts_left })}</div>
        </Hint>
      ) : null}
      {stage === 'unclaimed' ? null : (
        <Card>
          <TaskTrack task={task} />
        </Card>
      )}
      <Section title={task.title}>
        {task.picture ? <TaskPicture picture={task.picture} kind={task.kind} shape="wide" /> : null}
        <p className={styles['brief']}>{task.brief}</p>
      </Section>
      <Section title={t('detail.what')}>
        <ol className={`ac-card ${styles['steps']}`}>
          {task.steps.map((step, index) => (
            <li key={index}>{step}</li>
          ))}
        </ol>
      </Section>
      <Hint tone="hint" icon="info">
        {task.disclosure.text} <b>{task.disclosure.hashtag}</b>
      </Hint>
      {task.materials.length > 0 ? (
        <Section title={t('detail.material')}>
          <Materials materials={task.materials} />
        </Section>
      ) : null}
      <Section title={t('proof.title')}>
        <GoodProof task={task} />
      </Section>
      {task.target_url ? <Target address={task.target_url} /> : null}
      {task.submission ? <Sent submission={task.submission} /> : null}
      {stage === 'unclaimed' ? null : (
        <Disclosure title={t('detail.statesInDetail')}>
          <Receipt
            rows={[
              { label: t('detail.execution'), value: t(`exec.${knownExec(task.exec_status)}`) },
              { label: t('detail.reviewStatus'), value: t(`review.${knownReview(task.review_status)}`) },
            ]}
          />
        </Disclosure>
      )}
      <TaskAction task={task} stage={stage} />
    </Main>
  )
}
