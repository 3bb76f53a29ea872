import { appPaths, NotFound, useBack } from '@adcoin/remote'
import { useSearchParams } from '@adcoin/router'
import { Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Block, Section } from '@adcoin/ui/pages'
import styles from '../picture/picture.module.css'
import { SubmitProof } from '../submission/submit-proof.tsx'
import { canSubmit } from '../submission/requirements.ts'
import { useT } from '../texts.ts'
import { TaskDetails } from './task-details.tsx'
import { useTask } from './use-task.ts'

/** Details, and with `?step=proof` the form, so that back leads from the form to the details. */
export function Page() {
  const t = useT()
  const [query] = useSearchParams()
  const back = useBack(appPaths.tasks)
  const { task, isError, error, refetch } = useTask()
  if (error?.key === 'not_found') return <NotFound />
  if (task && query.get('step') === 'proof' && canSubmit(task)) return <SubmitProof task={task} />
  return (
    <Screen>
      <NavBar title={t('titles.task')} onBack={back} />
      {task ? (
        <TaskDetails task={task} />
      ) : (
        <Main>{isError ? <Failed onRetry={() => void refetch()} /> : <TaskSkeleton />}</Main>
      )}
    </Screen>
  )
}

/** As tall as what follows: the reward, the title with its picture, what to do. */
function TaskSkeleton() {
  const t = useT()
  return (
    <>
      <Block label={t('detail.paidWhen')}>
        <Skeleton shape="amount" />
      </Block>
      <Section title={t('detail.about')}>
        <div className={`${styles['picture']} ${styles['wide']}`} />
        <Skeleton lines={2} />
      </Section>
      <Section title={t('detail.what')}>
        <Skeleton shape="card" />
      </Section>
    </>
  )
}
