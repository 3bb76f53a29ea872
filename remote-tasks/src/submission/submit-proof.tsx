import { bindStatuses, type TaskDetail } from '@adcoin/contract'
import { appPaths, useBack } from '@adcoin/remote'
import { Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Amount, Disclosure, List, Row } from '@adcoin/ui/pages'
import { useBoundAccounts } from '../binding/use-bound-accounts.ts'
import { GoodProof } from '../picture/good-proof.tsx'
import { TaskPicture } from '../picture/task-picture.tsx'
import { StatusPill } from '../status/status-pill.tsx'
import { useT } from '../texts.ts'
import { ProofForm } from './proof-form.tsx'

/** The form is mounted once the linked accounts are loaded, so that a saved choice finds its option. */
export function SubmitProof({ task }: { task: TaskDetail }) {
  const t = useT()
  const { data, isError, refetch } = useBoundAccounts()
  return (
    <Screen>
      <NavBar title={t('submit.title')} close onBack={useBack(appPaths.task({ taskId: task.id }))} />
      <Main>
        <List label={t('titles.task')}>
          <Row
            icon={{ picture: <TaskPicture picture={task.picture} kind={task.kind} shape="card" /> }}
            title={task.title}
            note={<Amount minor={task.reward} />}
            state={<StatusPill {...task} />}
          />
        </List>
        <Disclosure title={t('proof.title')}>
          <GoodProof task={task} />
        </Disclosure>
        {data ? (
          <ProofForm
            task={task}
            accounts={data.list.filter(account => account.bind_status === bindStatuses.bound)}
            platforms={data.platforms}
          />
        ) : isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={4} />
        )}
      </Main>
    </Screen>
  )
}
