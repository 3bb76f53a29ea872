import type { Appeal, TaskDetail } from '@adcoin/contract'
import { formatDate } from '@adcoin/i18n/formats'
import { useSearchParams } from '@adcoin/router'
import { Button, Hint } from '@adcoin/ui'
import { useT } from '../texts.ts'
import { canAppeal } from './can-appeal.ts'

/** The way to a second review, or what became of it. */
export function AppealPart({ task }: { task: TaskDetail }) {
  const t = useT()
  const [, setQuery] = useSearchParams()
  if (task.appeal) return <AppealState appeal={task.appeal} />
  if (!canAppeal(task)) return null
  return (
    <Button kind="quiet" block onClick={() => setQuery(before => new URLSearchParams([...before, ['step', 'appeal']]))}>
      {t('appeal.ask')}
    </Button>
  )
}

function AppealState({ appeal }: { appeal: Appeal }) {
  const t = useT()
  if (appeal.state === 'open')
    return (
      <Hint tone="warn" icon="info">
        <b>{t('appeal.open', { time: formatDate(appeal.decide_by, 'moment') })}</b>
        <div>{t('appeal.closedForm')}</div>
      </Hint>
    )
  if (appeal.state === 'accepted') return <Hint tone="hint">{t('appeal.accepted')}</Hint>
  if (appeal.state === 'other') return null
  return (
    <Hint>
      <b>{t('appeal.rejected')}</b>
      {appeal.reason ? <div>{appeal.reason}</div> : null}
    </Hint>
  )
}
