import { taskDetail } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { appPaths, NotFound, useBack } from '@adcoin/remote'
import { useParams, useSearchParams } from '@adcoin/router'
import { Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Block, Section } from '@adcoin/ui/pages'
import { useEffect, useRef } from 'react'
import { useAnnouncements, isUndecided } from '../status.tsx'
import { SubmitProof } from '../submission/submit-proof.tsx'
import { AppealForm } from '../appeal/appeal-form.tsx'
import { canAppeal } from '../appeal/can-appeal.ts'
import { canSubmit } from './can-submit.ts'
import { useT } from '../texts.ts'
import { TaskDetails } from './task-details.tsx'

/** The details, and with `?step=proof` or `?step=appeal` a form: Back leads from the form to the details. */
export function Page() {
  const t = useT()
  const [query] = useSearchParams()
  const back = useBack(appPaths.tasks)
  const { task, isError, error, refetch } = useTask()
  const leaveForm = useLeaveSentForm()
  // An address such as `/task/%2e%2e%2fmoney` names what cannot be a task.
  if (error?.key === 'not_found' || error?.key === 'invalid_input') return <NotFound />
  if (task && query.get('step') === 'proof' && canSubmit(task)) return <SubmitProof task={task} onSent={leaveForm} />
  if (task && query.get('step') === 'appeal' && canAppeal(task)) return <AppealForm task={task} onSent={leaveForm} />
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

/** Leads from a sent form to the top of the details, not to where it was opened: they begin with what happens now. */
function useLeaveSentForm(): () => void {
  const { taskId = '' } = useParams()
  const [query] = useSearchParams()
  const back = useBack(appPaths.task({ taskId }))
  const isSent = useRef(false)
  const isForm = query.has('step')
  useEffect(() => {
    if (isForm || !isSent.current) return
    isSent.current = false
    document.documentElement.scrollTop = 0
  }, [isForm])
  return () => {
    isSent.current = true
    back()
  }
}

/** The task of the address: today's by task id, or a claimed one of any day by `?assignment=`. */
function useTask() {
  const { taskId = '' } = useParams()
  const [query] = useSearchParams()
  const assignment = query.get('assignment')
  const answer = useCall(taskDetail, assignment ? { assignment_id: assignment } : { task_id: taskId }, {
    errors: 'page',
    undecided: data => data.detail !== null && isUndecided(data.detail),
  })
  const task = answer.data?.detail ?? undefined
  useAnnouncements(task && [task])
  return { ...answer, task }
}

/** As tall as the details. */
function TaskSkeleton() {
  const t = useT()
  return (
    <>
      <Block label={t('detail.paidWhen')}>
        <Skeleton shape="amount" />
      </Block>
      <Skeleton shape="card" />
      <Section title={t('detail.what')}>
        <Skeleton shape="card" lines={5} />
      </Section>
    </>
  )
}
