import { useCallback, useEffect, useState } from 'react'
import { formatDate } from '@adcoin/i18n/formats'
import { ShownPerson } from '@adcoin/contract/operations'
import { Button, Skeleton } from '@adcoin/ui'
import { Amount, Card, Pill } from '@adcoin/ui/pages'
import { Facts } from '../facts.tsx'
import css from '../page.module.css'
import { RefusalHint } from '../refusal-hint.tsx'
import { runCommand, useAction } from '../server/use-action.ts'
import { useDecision, type OperatorDecision } from './decision-sheet.tsx'
import { PersonLink, personStates } from './person-link.tsx'

/** What operators may know of a person, and what they may do. */
export function Person({ id }: { id: string }) {
  const [person, setPerson] = useState<ShownPerson>()
  const { refusals, runAction } = useAction()
  // Loaded once, without polling: the audit list records each view.
  const loadPerson = useCallback(
    () => runAction(async () => setPerson(await runCommand('user show', ShownPerson, [id]))),
    [runAction, id],
  )
  useEffect(() => void loadPerson(), [loadPerson])
  const { decide, sheet } = useDecision(loadPerson)
  if (!person) return refusals ? <RefusalHint refusals={refusals} /> : <Skeleton shape="card" lines={8} />
  const { state } = person
  return (
    <Card>
      <article className="ac-stack" aria-label={`Person ${id}`}>
        <div className={css.between}>
          <h2 className="ac-title">{person.nick_name ?? id}</h2>
          <Pill tone={personStates[state].tone}>{personStates[state].text}</Pill>
        </div>
        <Facts items={listFacts(person)} />
        {refusals && <RefusalHint refusals={refusals} />}
        {state !== 'deleted' && (
          <div className={css.actions}>
            <Button
              kind={state === 'disabled' ? 'primary' : 'secondary'}
              size="small"
              onClick={() => decide(createDecision(person))}
            >
              {state === 'disabled' ? 'Let in again' : 'Disable'}
            </Button>
          </div>
        )}
      </article>
      {sheet}
    </Card>
  )
}

function createDecision({ user_id: id, state }: ShownPerson): OperatorDecision {
  return state === 'disabled'
    ? { id, title: `Let ${id} in again`, verb: 'Let in again', command: 'user enable', input: { kind: 'nothing' } }
    : {
        id,
        title: `Disable ${id}`,
        verb: 'Disable the account',
        command: 'user disable',
        note: 'The person is logged out everywhere and cannot log in. Their data stays.',
        input: { kind: 'nothing' },
      }
}

const formatTime = (time: string | null) => time && formatDate(time, 'moment')

function listFacts({ proofs, withdrawals, ...person }: ShownPerson) {
  return {
    Id: person.user_id,
    Mobile: person.mobile,
    'E-mail': person.email,
    Country: `${person.country}, reads ${person.language}`,
    Registered: formatTime(person.created_at),
    'Last seen': formatTime(person.last_seen_at),
    'Withdrawals frozen until': formatTime(person.frozen_until),
    'Trading password locked until': formatTime(person.trading_locked_until),
    Balance: <Amount minor={person.amount} />,
    'On hold': <Amount minor={person.hold} />,
    Proofs: `${proofs.passed} passed, ${proofs.failed} refused, ${proofs.waiting} waiting`,
    Withdrawals: `${withdrawals.paid} paid, ${withdrawals.rejected} refused, ${withdrawals.cancelled} cancelled, ${withdrawals.open} open`,
    Accounts: person.accounts.join(', '),
    'Invited by': person.inviter && <PersonLink id={person.inviter} state="active" />,
    Invited: String(person.invited),
  }
}
