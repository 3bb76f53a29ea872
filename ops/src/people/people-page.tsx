import { useCallback, useEffect, useState, type SubmitEvent } from 'react'
import { formatDate } from '@adcoin/i18n/formats'
import { FoundPerson, ShownPerson, type PersonState } from '@adcoin/contract/operations'
import { Button, Main, Skeleton, TopLine } from '@adcoin/ui'
import { Amount, Card, Pill, TextField } from '@adcoin/ui/pages'
import { placeOf } from '../place.tsx'
import css from '../page.module.css'
import { Refused } from '../refused.tsx'
import { runCommand, useAct } from '../asking/use-act.ts'
import { useDecision, type OperatorDecision } from './decision-sheet.tsx'
import { Facts } from './queue.tsx'

const states: Readonly<Record<PersonState, { tone: 'good' | 'warn' | 'bad' | 'idle'; text: string }>> = {
  active: { tone: 'good', text: 'Active' },
  frozen: { tone: 'warn', text: 'Withdrawals frozen' },
  disabled: { tone: 'bad', text: 'Disabled' },
  deleted: { tone: 'idle', text: 'Deleted' },
}

/** A person in a list: their state where it is not the usual one, and the way to the rest. */
export function PersonLink({ id, state }: { id: string; state: PersonState }) {
  return (
    <>
      <a href={placeOf('people', id)}>{id}</a>
      {state !== 'active' && (
        <>
          {' '}
          <Pill tone={states[state].tone}>{states[state].text}</Pill>
        </>
      )}
    </>
  )
}

/** Finds a person by a contact, and shows them. */
export function PeoplePage({ place }: { place: string }) {
  const id = /^\/people\/(\w+)$/.exec(place)?.[1]
  const [word, setWord] = useState('')
  const { isBusy, refusals, act } = useAct()

  function find(event: SubmitEvent) {
    event.preventDefault()
    void act(async () => {
      const { user_id } = await runCommand('user find', FoundPerson, [word.trim()])
      location.hash = placeOf('people', user_id)
    })
  }

  return (
    <>
      <TopLine title="People" note="Each look at a person is recorded in the audit list" />
      <Main tabs>
        <form className="ac-stack" onSubmit={find}>
          <TextField
            label="User id, mobile number, e-mail or invitation code"
            help="A number with its country: +52 55 1234 5678."
            maxLength={200}
            required
            value={word}
            onChange={event => setWord(event.target.value)}
          />
          {refusals && <Refused refusals={refusals} />}
          <div className={css.actions}>
            <Button type="submit" size="small" busy={isBusy}>
              Find
            </Button>
          </div>
        </form>
        {id && <Person key={id} id={id} />}
      </Main>
    </>
  )
}

function Person({ id }: { id: string }) {
  const [person, setPerson] = useState<ShownPerson>()
  const { refusals, act } = useAct()
  // Asked once, not again and again: each look is recorded.
  const look = useCallback(
    () => act(async () => setPerson(await runCommand('user show', ShownPerson, [id]))),
    [act, id],
  )
  useEffect(() => void look(), [look])
  const { decide, sheet } = useDecision(look)
  if (!person) return refusals ? <Refused refusals={refusals} /> : <Skeleton shape="card" lines={8} />
  const { state } = person
  return (
    <Card>
      <article className="ac-stack" aria-label={`Person ${id}`}>
        <div className={css.between}>
          <h2 className="ac-title">{person.nick_name ?? id}</h2>
          <Pill tone={states[state].tone}>{states[state].text}</Pill>
        </div>
        <Facts items={factsOf(person)} />
        {refusals && <Refused refusals={refusals} />}
        {state !== 'deleted' && (
          <div className={css.actions}>
            <Button
              kind={state === 'disabled' ? 'primary' : 'secondary'}
              size="small"
              onClick={() => decide(decisionOf(person))}
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

function decisionOf({ user_id: id, state }: ShownPerson): OperatorDecision {
  return state === 'disabled'
    ? { id, title: `Let ${id} in again`, verb: 'Let in again', command: 'user enable', asks: { kind: 'nothing' } }
    : {
        id,
        title: `Disable ${id}`,
        verb: 'Disable the account',
        command: 'user disable',
        note: 'They are logged out everywhere and cannot log in. Nothing of theirs is deleted.',
        asks: { kind: 'nothing' },
      }
}

const moment = (time: string | null) => time && formatDate(time, 'moment')

function factsOf({ proofs, withdrawals, ...person }: ShownPerson) {
  return {
    Id: person.user_id,
    Mobile: person.mobile,
    'E-mail': person.email,
    Country: `${person.country}, reads ${person.language}`,
    Registered: moment(person.created_at),
    'Last seen': moment(person.last_seen_at),
    'Withdrawals frozen until': moment(person.frozen_until),
    'Trading password locked until': moment(person.trading_locked_until),
    Balance: <Amount minor={person.amount} />,
    'On hold': <Amount minor={person.hold} />,
    Proofs: `${proofs.passed} passed, ${proofs.failed} refused, ${proofs.waiting} waiting`,
    Withdrawals: `${withdrawals.paid} paid, ${withdrawals.rejected} refused, ${withdrawals.open} open`,
    Accounts: person.accounts.join(', '),
    'Invited by': person.inviter && <PersonLink id={person.inviter} state="active" />,
    Invited: String(person.invited),
  }
}
