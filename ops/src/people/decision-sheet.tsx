import { useState, type ReactNode, type SubmitEvent } from 'react'
import type { OperatorCommands } from '@adcoin/contract/operations'
import { Button } from '@adcoin/ui'
import { Checkbox, SelectField, Sheet, TextField } from '@adcoin/ui/pages'
import * as v from 'valibot'
import { RefusalHint } from '../refusal-hint.tsx'
import { runCommand, useAction } from '../server/use-action.ts'

type Reasons = OperatorCommands['reasons']['review']

/**
 * A decision that needs a sheet: a reason, a bank's reference, the figures of a profile, or a confirmation of the
 * payment.
 */
export type OperatorDecision = {
  readonly title: string
  readonly verb: string
  readonly command: string
  readonly id: string
  /** The decision in figures: the receiver and the amount. */
  readonly note?: ReactNode
  readonly input:
    | { readonly kind: 'reason'; readonly reasons: Reasons }
    | { readonly kind: 'reference' | 'profile' | 'nothing' }
}

type Flags = Readonly<Record<string, string | true>>
const ownWords = 'own'

/** Asks for confirmation, runs the command, and shows the refusal here. */
function DecisionSheet({
  decision,
  onClose,
  onDone,
}: {
  decision: OperatorDecision
  onClose: () => void
  onDone: () => void
}) {
  const { input, command, id } = decision
  const [flags, setFlags] = useState<Flags>({})
  const { isBusy, refusals, runAction } = useAction()

  function send(event: SubmitEvent) {
    event.preventDefault()
    void runAction(async () => {
      await runCommand(command, v.unknown(), [id], flags)
      onDone()
    })
  }

  const isReason = input.kind === 'reason'
  return (
    <Sheet open title={decision.title} onClose={onClose}>
      <form className="ac-stack" onSubmit={send}>
        {decision.note && <p>{decision.note}</p>}
        {isReason && <ReasonFields reasons={input.reasons} onChange={setFlags} />}
        {input.kind === 'reference' && (
          <TextField
            label="Reference of the bank"
            help="The person finds the payment by it. Leave it empty if the bank gave none."
            maxLength={100}
            onChange={event => setFlags(event.target.value.trim() === '' ? {} : { ref: event.target.value })}
          />
        )}
        {input.kind === 'profile' && <ProfileFields flags={flags} onChange={setFlags} />}
        {refusals && <RefusalHint refusals={refusals} />}
        <Button
          type="submit"
          block
          kind={isReason ? 'danger' : 'primary'}
          busy={isBusy}
          disabledReason={
            isReason && flags['reason'] === undefined ? 'Choose a reason: the person reads it.' : undefined
          }
        >
          {decision.verb}
        </Button>
      </form>
    </Sheet>
  )
}

/** The open decision's sheet, and a function that opens one. @param onDone  called after the service accepted it */
export function useDecision(onDone: () => Promise<void>) {
  const [decision, decide] = useState<OperatorDecision>()
  const close = () => decide(undefined)
  const finish = () => (close(), void onDone())
  return { decide, sheet: decision && <DecisionSheet decision={decision} onClose={close} onDone={finish} /> }
}

/** A reason by code is translated into the person's language; a free text is not. */
function ReasonFields({ reasons, onChange }: { reasons: Reasons; onChange: (flags: Flags) => void }) {
  const [chosen, setChosen] = useState('')
  const setReason = (reason: string) => onChange(reason.trim() === '' ? {} : { reason })
  return (
    <>
      <SelectField
        label="Why"
        help="The person reads it in their own language."
        value={chosen}
        options={[
          ...reasons.map(({ code, text }) => ({ value: code, label: text })),
          { value: ownWords, label: 'In your own words' },
        ]}
        onChange={event => {
          setChosen(event.target.value)
          setReason(event.target.value === ownWords ? '' : event.target.value)
        }}
      />
      {chosen === ownWords && (
        <TextField
          label="Your words"
          help="The person reads your text untranslated."
          maxLength={300}
          onChange={event => setReason(event.target.value)}
        />
      )}
    </>
  )
}

function ProfileFields({ flags, onChange }: { flags: Flags; onChange: (flags: Flags) => void }) {
  const setCount = (name: 'fans' | 'days', text: string) => {
    const { [name]: _, ...others } = flags
    onChange(text === '' ? others : { ...others, [name]: text })
  }
  return (
    <>
      <TextField
        label="Followers that you saw"
        inputMode="numeric"
        onChange={event => setCount('fans', event.target.value.trim())}
      />
      <TextField
        label="Age of the account, in days"
        inputMode="numeric"
        onChange={event => setCount('days', event.target.value.trim())}
      />
      <Checkbox
        label="Link it although it is below the published minimum"
        checked={flags['anyway'] === true}
        onChange={event => {
          const { anyway: _, ...others } = flags
          onChange(event.target.checked ? { ...others, anyway: true } : others)
        }}
      />
    </>
  )
}
