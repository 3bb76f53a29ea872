import { taskDetail, taskList, type TaskDetail, type TaskItem } from '@adcoin/contract'
import { send, useCall, writeCache } from '@adcoin/http'
import { appPaths, useBack, withQuery } from '@adcoin/remote'
import { Navigate, useSearchParams } from '@adcoin/router'
import { Button, Empty, Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { List, Row } from '@adcoin/ui/pages'
import { useEffect, useEffectEvent, useState } from 'react'
import { useBoundAccounts } from '../binding/use-bound-accounts.ts'
import styles from '../picture/picture.module.css'
import { TaskIllustration } from '../picture/task-illustration.tsx'
import { Worth } from '../reward.tsx'
import { stageOf } from '../status.tsx'
import { useT } from '../texts.ts'
import { chooseTasks, findSharedLink } from './choose-task.ts'

/** What another app shared into this one: its link goes into the form of the task that waits for one. */
export function Page() {
  const t = useT()
  const [query] = useSearchParams()
  const link = findSharedLink({ title: query.get('title'), text: query.get('text'), url: query.get('url') })
  return (
    <Screen>
      <NavBar title={t('titles.share')} close onBack={useBack(appPaths.home)} />
      <Main>
        {link === undefined ? (
          <Nothing title={t('share.noLink')} text={t('share.noLinkNote')} />
        ) : (
          <ForLink link={link} />
        )}
      </Main>
    </Screen>
  )
}

function ForLink({ link }: { link: string }) {
  const t = useT()
  const { tasks, hasFailed, retry } = useClaimedTasks()
  const accounts = useBoundAccounts()
  if (hasFailed || accounts.isError) return <Failed onRetry={() => (hasFailed ? retry() : void accounts.refetch())} />
  if (!tasks || !accounts.data) return <Skeleton shape="rows" lines={2} />
  const [first, ...others] = chooseTasks(tasks, link, accounts.data.platforms)
  if (!first) return <Nothing title={t('share.noTask')} text={t('share.noTaskNote')} />
  const pathTo = ({ id }: TaskDetail) => withQuery(appPaths.task({ taskId: id }), { step: 'proof', link })
  if (others.length === 0) return <Navigate to={pathTo(first)} replace />
  return (
    <>
      <p>{t('share.which')}</p>
      <p className={`ac-small ac-2 ${styles['address']}`} translate="no">
        {link}
      </p>
      <List label={t('share.which')}>
        {[first, ...others].map(task => (
          <Row
            key={task.id}
            icon={{ picture: <TaskIllustration picture={undefined} kind={task.kind} shape="card" /> }}
            title={task.title}
            note={<Worth minor={task.reward} />}
            to={pathTo(task)}
          />
        ))}
      </List>
    </>
  )
}

function Nothing({ title, text }: { title: string; text: string }) {
  const t = useT()
  return (
    <Empty
      title={title}
      text={text}
      action={
        <Button kind="secondary" to={appPaths.tasks}>
          {t('record.toTasks')}
        </Button>
      }
    />
  )
}

const isClaimed = (task: TaskItem): boolean => ['yourTurn', 'failed'].includes(stageOf(task))

/** Today's claimed tasks with their forms, which only the details name. */
function useClaimedTasks() {
  const list = useCall(taskList, {}, { errors: 'page' })
  const [tasks, setTasks] = useState<readonly TaskDetail[]>()
  const [hasFailed, setFailed] = useState(false)
  const ids = list.data?.list.filter(isClaimed).map(({ id }) => id)
  async function read(): Promise<void> {
    setFailed(false)
    try {
      const details = await Promise.all((ids ?? []).map(readDetail))
      setTasks(details.filter(detail => detail !== null))
    } catch {
      setFailed(true)
    }
  }
  const readKnown = useEffectEvent(read)
  const known = ids?.join()
  useEffect(() => {
    if (known !== undefined) void readKnown()
  }, [known])
  return {
    tasks,
    hasFailed: hasFailed || list.isError,
    retry: () => void (list.isError ? list.refetch() : read()),
  }
}

/** Into the cache: the form that opens next needs the same answer. */
async function readDetail(id: string): Promise<TaskDetail | null> {
  const input = { task_id: id }
  const answer = await send(taskDetail, input, { errors: 'page' })
  writeCache(taskDetail, input, () => answer)
  return answer.detail
}
