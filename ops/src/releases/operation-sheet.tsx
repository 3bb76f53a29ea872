import { useCallback, useState, type SubmitEvent } from 'react'
import {
  maxOperatorReasonLength,
  ReleaseOperationResult,
  ReleasePlan,
  type PageRefusal,
  type ReleaseOperation,
} from '@adcoin/contract/operations'
import { Button, Hint, Skeleton } from '@adcoin/ui'
import { Checkbox, Segmented, Sheet, TextField } from '@adcoin/ui/pages'
import { callServer } from '../server/call-server.ts'
import { useAction } from '../server/use-action.ts'
import { useLoaded } from '../server/use-loaded.ts'
import css from '../page.module.css'
import { RefusalHint } from '../refusal-hint.tsx'
import { operationLabels } from './labels.ts'

type Props = { operation: ReleaseOperation; onClose: () => void; onDone: () => void }

/**
 * One operation, from its plan to its result. The sheet shows the plan, then applies exactly that plan.
 */
export function OperationSheet({ operation: initialOperation, onClose, onDone }: Props) {
  const [operation, setOperation] = useState(initialOperation)
  const [done, setDone] = useState<ReleaseOperationResult>()
  const load = useCallback(() => callServer('/api/releases/plan', ReleasePlan, { operation }), [operation])
  const plan = useLoaded(load)
  const { verb, done: doneWord } = operationLabels[operation.action]
  return (
    <Sheet open title={done ? doneWord : `${verb}: ${operation.app}`} onClose={onClose}>
      <div className="ac-stack">
        {done ? (
          <DoneView done={done} onClose={onClose} />
        ) : plan.data && !plan.refusals && isPlanOf(plan.data, operation) ? (
          <>
            <CanaryTerms operation={operation} onChange={setOperation} />
            <PlanView plan={plan.data} operation={operation} />
            <OperationForm
              operation={operation}
              plan={plan.data}
              onDone={result => {
                setDone(result)
                onDone()
              }}
              onReload={() => void plan.reload()}
            />
          </>
        ) : plan.refusals ? (
          <PlanRefused
            refusals={plan.refusals}
            operation={operation}
            onChange={setOperation}
            onReload={() => void plan.reload()}
          />
        ) : (
          <Skeleton lines={4} />
        )}
      </div>
    </Sheet>
  )
}

/** Whether a plan is for this operation: after a change of the share the old plan stays on screen for a moment. */
function isPlanOf({ canary }: ReleasePlan, operation: ReleaseOperation): boolean {
  return (
    operation.action !== 'canary' ||
    (canary?.share === operation.share && canary.manual === (operation.manual ?? false))
  )
}

const shares = ['1', '5', '10', '25', '50'].map(value => ({ value, label: `${value} %` }))

function CanaryTerms({
  operation,
  onChange,
}: {
  operation: ReleaseOperation
  onChange: (operation: ReleaseOperation) => void
}) {
  if (operation.action !== 'canary') return null
  return (
    <>
      <Segmented
        label="Share of browsers"
        options={shares}
        value={String(operation.share)}
        onChange={share => onChange({ ...operation, share: Number(share) })}
      />
      <Checkbox
        label="A person decides: the judge recommends and leaves the canary running"
        checked={operation.manual ?? false}
        onChange={event => onChange({ ...operation, manual: event.target.checked })}
      />
    </>
  )
}

function PlanView({ plan, operation }: { plan: ReleasePlan; operation: ReleaseOperation }) {
  return (
    <>
      <p>
        Every check has passed. Generation {plan.generation} would replace generation {plan.from}:
      </p>
      <ul className="ac-stack ac-stack--2">
        {plan.changes.map(({ app, from, to }) => (
          <li key={app}>
            <span className="ac-med">{app}</span>
            <p className={css.id}>
              {from ?? 'nothing'} → {to ?? 'nothing'}
            </p>
          </li>
        ))}
        {plan.changes.length === 0 && <li>No live release changes.</li>}
        {plan.canary && (
          <li>
            {plan.canary.share} % of browsers get <span className={css.id}>{plan.canary.release}</span>
          </li>
        )}
        {operation.action === 'pause' && <li>The judge only recommends; a person decides.</li>}
        {operation.action === 'resume' && <li>The judge raises, promotes or stops it.</li>}
        {operation.action === 'stop' && <li>No browser gets the candidate of {operation.app} any more.</li>}
      </ul>
      <p className="ac-small ac-2">
        {plan.fallbacks.length === 0
          ? `${operation.app} then has no fallback.`
          : `${operation.app} then falls back to ${plan.fallbacks.join(', ')}.`}
      </p>
      {operation.action === 'revoke' && (
        <Hint tone="warn">
          A revoked release never goes live again, and open pages replace it. You cannot undo this.
        </Hint>
      )}
    </>
  )
}

type FormProps = {
  operation: ReleaseOperation
  plan: ReleasePlan
  onDone: (done: ReleaseOperationResult) => void
  onReload: () => void
}

function OperationForm({ operation, plan, onDone, onReload }: FormProps) {
  const [why, setWhy] = useState('')
  const { isBusy, refusals, runAction } = useAction()

  function send(event: SubmitEvent) {
    event.preventDefault()
    void runAction(async () =>
      onDone(await callServer('/api/releases/apply', ReleaseOperationResult, { operation, why, from: plan.from })),
    )
  }

  return (
    <form className="ac-stack" onSubmit={send}>
      <TextField
        label="Why"
        help="The history keeps this reason for good."
        autoFocus
        maxLength={maxOperatorReasonLength}
        value={why}
        onChange={event => setWhy(event.target.value)}
      />
      {refusals && <RefusalHint refusals={refusals} />}
      {refusals?.some(({ rule }) => rule === 'compare-and-swap') ? (
        <Button block onClick={onReload}>
          Look again
        </Button>
      ) : (
        <Button
          type="submit"
          block
          kind={operation.action === 'revoke' ? 'danger' : 'primary'}
          busy={isBusy}
          disabledReason={why.trim() === '' ? 'Enter a reason.' : undefined}
        >
          {operationLabels[operation.action].verb}
        </Button>
      )}
    </form>
  )
}

type RefusedProps = {
  refusals: readonly PageRefusal[]
  operation: ReleaseOperation
  onChange: (operation: ReleaseOperation) => void
  onReload: () => void
}

/** An operator may accept a loss of stored data. Every other refusal needs another release. */
function PlanRefused({ refusals, operation, onChange, onReload }: RefusedProps) {
  const loses = operation.action === 'rollback' && refusals.every(({ rule }) => rule === 'stored-data')
  return (
    <>
      <RefusalHint refusals={refusals} />
      {loses ? (
        <Checkbox
          label="Roll back anyway: losing that data is the smaller harm"
          checked={false}
          onChange={() => onChange({ ...operation, evenIfUnsafe: true })}
        />
      ) : (
        <Button block kind="secondary" onClick={onReload}>
          Look again
        </Button>
      )}
    </>
  )
}

function DoneView({ done, onClose }: { done: ReleaseOperationResult; onClose: () => void }) {
  return (
    <>
      {done.problems.length === 0 ? (
        <Hint announce icon="check">
          Generation {done.generation} is live; it took {done.tookMs} ms. Read back: the page and {done.seenFiles}{' '}
          files, all as signed.
        </Hint>
      ) : (
        <>
          <p>Generation {done.generation} is live, but reading it back found problems:</p>
          <RefusalHint refusals={done.problems} />
        </>
      )}
      <Button block onClick={onClose}>
        Close
      </Button>
    </>
  )
}
