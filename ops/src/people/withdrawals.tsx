import { useState } from 'react'
import { formatDate } from '@adcoin/i18n/formats'
import { ListedWithdrawal, ShownWithdrawal, type OperatorCommands } from '@adcoin/contract/operations'
import { Button, Empty, Skeleton } from '@adcoin/ui'
import { Amount, Card, List, Pill, Row, SearchField } from '@adcoin/ui/pages'
import * as v from 'valibot'
import { useLoaded } from '../server/use-loaded.ts'
import { Facts } from '../facts.tsx'
import css from '../page.module.css'
import { RefusalHint } from '../refusal-hint.tsx'
import { runCommand, useAction } from '../server/use-action.ts'
import type { OperatorDecision } from './decision-sheet.tsx'
import { Queue } from './queue.tsx'
import { PersonLink } from './person-link.tsx'

const refreshMs = 5_000

/** Withdrawals that are not settled yet, oldest first. */
export function Withdrawals({ reasons }: { reasons: Reasons }) {
  return (
    <Queue
      loaded={useLoaded(loadOpen, refreshMs)}
      empty="No withdrawal waits."
      since={({ created_at }) => created_at}
      draw={(withdrawal, actions) => <WithdrawalCard key={withdrawal.id} {...{ withdrawal, reasons, ...actions }} />}
    />
  )
}
const loadOpen = () => runCommand('withdraw list', v.array(ListedWithdrawal))
/** Newest first. */
const loadSettled = async () => {
  const lists = ['paid', 'rejected', 'cancelled'].map(status =>
    runCommand('withdraw list', v.array(ListedWithdrawal), [], { status }),
  )
  return (await Promise.all(lists)).flat().toSorted((left, right) => (left.created_at < right.created_at ? 1 : -1))
}
type Reasons = OperatorCommands['reasons']['withdraw']

/** The newest hundred paid, refused and cancelled withdrawals each. */
export function SettledWithdrawals() {
  const { data, refusals } = useLoaded(loadSettled, 30_000)
  const [words, setWords] = useState('')
  if (!data) return refusals ? <RefusalHint refusals={refusals} /> : <Skeleton shape="rows" lines={6} />
  const found = data.filter(({ id, user_id, account }) => `${id} ${user_id} ${account}`.includes(words.trim()))
  return (
    <>
      <SearchField label="Search the newest 300: person, account, reference" value={words} onChange={setWords} />
      {found.length === 0 && (
        <Empty text={data.length === 0 ? 'No withdrawal was settled yet.' : 'No listed withdrawal matches.'} />
      )}
      <List plain label="Settled withdrawals, newest first">
        {found.map(({ id, user_id, status, account, payout, payout_currency, payout_scale, created_at }) => (
          <Row
            key={id}
            title={`${user_id}, to ${account}`}
            note={`${status}, asked ${formatDate(created_at, 'moment')}, ${id}`}
            end={<Amount minor={payout} currency={payout_currency} scale={payout_scale} />}
          />
        ))}
      </List>
    </>
  )
}

type WithdrawalCardProps = {
  withdrawal: ListedWithdrawal
  reasons: Reasons
  decide: (decision: OperatorDecision) => void
}

function WithdrawalCard({ withdrawal, reasons, decide }: WithdrawalCardProps) {
  const { id, user_id, payout, payout_currency, payout_scale, approved_by } = withdrawal
  const [whole, setWhole] = useState<ShownWithdrawal>()
  const { refusals, runAction } = useAction()
  const decisions = createDecisions(withdrawal, reasons)
  return (
    <Card>
      <article className="ac-stack" aria-label={`Withdrawal of ${user_id}`}>
        <div className={css.between}>
          <h2 className="ac-title">
            <Amount minor={payout} currency={payout_currency} scale={payout_scale} />
          </h2>
          <State withdrawal={withdrawal} />
        </div>
        <Facts items={{ ...listFacts(withdrawal), ...(whole && listAccountFacts(whole)) }} />
        {refusals && <RefusalHint refusals={refusals} />}
        <div className={css.actions}>
          {approved_by === null && (
            <Button size="small" onClick={() => decide(decisions.approve)}>
              Approve
            </Button>
          )}
          <Button
            kind={approved_by === null ? 'secondary' : 'primary'}
            size="small"
            onClick={() => decide(decisions.pay)}
          >
            Paid
          </Button>
          {!whole && (
            <Button
              kind="secondary"
              size="small"
              onClick={() =>
                void runAction(async () => setWhole(await runCommand('withdraw show', ShownWithdrawal, [id])))
              }
            >
              Show the account
            </Button>
          )}
          <Button kind="quiet" size="small" onClick={() => decide(decisions.reject)}>
            Refuse
          </Button>
        </div>
      </article>
    </Card>
  )
}

function createDecisions(
  { id, user_id, payout, payout_currency: currency, payout_scale: scale, account }: ListedWithdrawal,
  reasons: Reasons,
): Readonly<Record<'approve' | 'pay' | 'reject', OperatorDecision>> {
  const note = (
    <>
      <Amount minor={payout} {...{ currency, scale }} /> for {user_id}, to {account}
    </>
  )
  return {
    approve: {
      ...{ title: 'Approve the withdrawal', verb: 'Approve it', command: 'withdraw approve', id, note },
      input: { kind: 'nothing' },
    },
    pay: { title: 'It was paid', verb: 'It was paid', command: 'withdraw pay', id, note, input: { kind: 'reference' } },
    reject: {
      note,
      title: 'Refuse the withdrawal',
      verb: 'Refuse, and give the Ad Coin back',
      command: 'withdraw reject',
      id,
      input: { kind: 'reason', reasons },
    },
  }
}

function listFacts({ user_id, person_state, amount, fee, account, approved_by, created_at }: ListedWithdrawal) {
  return {
    Person: <PersonLink id={user_id} state={person_state} />,
    Amount: <Amount minor={amount} />,
    Fee: <Amount minor={fee} />,
    To: account,
    'Approved by': approved_by,
    Asked: formatDate(created_at, 'moment'),
  }
}

function State({ withdrawal: { approved_by, payout_state } }: { withdrawal: ListedWithdrawal }) {
  if (payout_state === 'failed') return <Pill tone="bad">The payout failed</Pill>
  if (payout_state === 'unknown') return <Pill tone="warn">Payout status unknown</Pill>
  if (payout_state === 'sent') return <Pill tone="info">Payout sent</Pill>
  return approved_by === null ? <Pill tone="warn">Waits for approval</Pill> : <Pill tone="info">To be paid</Pill>
}

/** Shown on request; the audit list records the request. */
function listAccountFacts({ payway, bank, holder_name, account, provider_said }: ShownWithdrawal) {
  return {
    Way: payway,
    Bank: bank,
    Holder: holder_name,
    Account: formatAccount(account),
    'Answer of the provider': provider_said,
  }
}

/** The fields of a pay way's account: mostly its number alone. */
function formatAccount(account: unknown): string {
  if (typeof account !== 'object' || account === null) return String(account)
  const parts = Object.entries(account)
  return parts.map(([name, value]) => (parts.length === 1 ? String(value) : `${name} ${String(value)}`)).join(', ')
}
