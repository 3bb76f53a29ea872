import type { TaskDetail } from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'
import { useSearchParams } from '@adcoin/router'
import { Button } from '@adcoin/ui'
import { Dock } from '@adcoin/ui/pages'
import type { Stage } from '../status/progress.ts'
import { canSubmit } from '../submission/requirements.ts'
import { useClaim } from './use-claim.ts'
import { useT } from '../texts.ts'

/** The one next step of a task, or nothing while somebody else has to act. */
export function TaskAction({ task, stage }: { task: TaskDetail; stage: Stage }) {
  const t = useT()
  const claim = useClaim()
  const [, setQuery] = useSearchParams()
  const toProof = () => setQuery(before => new URLSearchParams([...before, ['step', 'proof']]))
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
        <Button block busy={claim.isRunning} onClick={() => void claim.submit({ task_id: task.id })}>
          {t('detail.claim')}
        </Button>
      </Dock>
    )
  if (canSubmit(task))
    return (
      <Dock>
        <Button block onClick={toProof}>
          {stage === 'failed' ? t('detail.sendAgain') : t('detail.send')}
        </Button>
      </Dock>
    )
  return null
}
