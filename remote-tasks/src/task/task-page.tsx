import { appPaths, NotFound, useBack } from '@adcoin/remote'
import { useSearchParams } from '@adcoin/router'
import { Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
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
        <Main>
          {isError ? (
            <Failed onRetry={() => void refetch()} />
          ) : (
            <>
              <Skeleton shape="card" />
              <Skeleton shape="card" />
              <Skeleton lines={4} />
            </>
          )}
        </Main>
      )}
    </Screen>
  )
}
