import { receiveTask, taskDetail, taskList, userState, type TaskDetail } from '@adcoin/contract'
import { refresh, useSubmit } from '@adcoin/http'
import { appPaths, useHost } from '@adcoin/remote'
import { doingText } from '@adcoin/remote/pages'
import { useSearchParams } from '@adcoin/router'
import { Button } from '@adcoin/ui'
import { Dock, NeedsNetwork } from '@adcoin/ui/pages'
import type { Stage } from '../status.tsx'
import { canSubmit } from './can-submit.ts'
import { useT } from '../texts.ts'

/** One button, so that the focus stays on it as the claim becomes the proof. */
const nextStep = 'next'

/** The next step of a task; while it waits for its review, the way to the others. */
export function TaskAction({ task, stage }: { task: TaskDetail; stage: Stage }) {
  const t = useT()
  const claim = useClaim()
  const [, setQuery] = useSearchParams()
  const openProofForm = () => setQuery(before => new URLSearchParams([...before, ['step', 'proof']]))
  if (stage === 'unclaimed' && task.lock === 'need_bind')
    return (
      <Dock>
        <Button block to={appPaths.bindAccount}>
          {t('detail.bindFirst')}
        </Button>
      </Dock>
    )
  if (stage === 'unclaimed' && !task.lock)
    return (
      <Dock>
        <NeedsNetwork />
        <Button key={nextStep} block busy={claim.isRunning} onClick={() => void claim.submit({ task_id: task.id })}>
          {t('detail.claim')}
        </Button>
      </Dock>
    )
  if (canSubmit(task))
    return (
      <Dock>
        <Button key={nextStep} block onClick={openProofForm}>
          {stage === 'failed' ? t('detail.sendAgain') : t('detail.send')}
        </Button>
      </Dock>
    )
  if (stage === 'review')
    return (
      <Dock>
        <Button block to={appPaths.tasks}>
          {t('record.toTasks')}
        </Button>
      </Dock>
    )
  return null
}

function useClaim() {
  const t = useT()
  const host = useHost()
  return useSubmit(receiveTask, {
    loaderText: doingText('claim'),
    idempotent: true,
    onSuccess: async () => {
      await Promise.all([refresh(taskList), refresh(taskDetail), refresh(userState)])
      host.showToast(t('list.claimed'))
    },
    onFailure: () => void refresh(taskList),
  })
}
