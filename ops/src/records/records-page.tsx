import { AuditEntry, LedgerHealth, OutboxMessage, type OperatorCommands } from '@adcoin/contract/operations'
import { formatDate, formatNumber } from '@adcoin/i18n/formats'
import { Button, Empty, Hint, Main, Skeleton, TopLine } from '@adcoin/ui'
import { Card, List, Pill, Row, SearchField, Segmented } from '@adcoin/ui/pages'
import * as v from 'valibot'
import { useState } from 'react'
import { useLoaded, type Loaded } from '../server/use-loaded.ts'
import css from '../page.module.css'
import { runCommand, useAction } from '../server/use-action.ts'
import { RefusalHint } from '../refusal-hint.tsx'

const refreshMs = 5_000
const Origin = v.object({ roles: v.array(v.string()), address: v.string(), identity: v.optional(v.string()) })

/** Records: operators' actions, messages sent in development, and whether the ledger verifies. */
export function RecordsPage({ path, commands }: { path: string; commands: Loaded<OperatorCommands> }) {
  const { data, refusals } = commands
  const parts = [
    { value: 'audit', label: 'Audit' },
    { value: 'ledger', label: 'Ledger' },
    ...(data?.commands.includes('outbox') ? [{ value: 'outbox', label: 'Outbox' }] : []),
  ]
  const part = parts.find(({ value }) => path === `/records/${value}`)?.value ?? 'audit'
  return (
    <>
      <TopLine title="Records" note="Actions of operators, and the state of the ledger" />
      <Main tabs>
        <Segmented
          label="Records"
          options={parts}
          value={part}
          onChange={next => (location.hash = `/records/${next}`)}
        />
        {refusals && <RefusalHint refusals={refusals} />}
        {part === 'audit' && <Audit />}
        {part === 'ledger' && <Ledger />}
        {part === 'outbox' && <Outbox />}
      </Main>
    </>
  )
}
const loadAudit = async () => (await runCommand('audit', v.array(AuditEntry))).toReversed()
const loadOutbox = async () => (await runCommand('outbox', v.array(OutboxMessage))).toReversed()

function Audit() {
  const { data, refusals } = useLoaded(loadAudit, refreshMs)
  const [words, setWords] = useState('')
  if (!data) return refusals ? <RefusalHint refusals={refusals} /> : <Skeleton shape="rows" lines={6} />
  if (data.length === 0) return <Empty text="No operator has done anything yet." />
  const found = data.filter(({ by, action, target }) => `${by} ${action} ${target}`.includes(words.trim()))
  return (
    <>
      <SearchField label="Operator, action or reference" value={words} onChange={setWords} />
      {found.length === 0 && <Empty text="No entry matches." />}
      <List plain label="What operators did, newest first">
        {found.map(({ at, by, action, target, detail }, index) => (
          <Row
            key={`${at} ${index}`}
            title={`${action} ${target}`}
            note={`${formatDate(at, 'moment')} by ${by}${describeOrigin(detail)}${wasRefused(detail) ? ': refused' : ''}`}
          />
        ))}
      </List>
    </>
  )
}

/** Identity, roles and address of the operator; nothing for a command of the service's own machine. */
function describeOrigin(detail: unknown): string {
  const { success, output } = v.safeParse(Origin, detail)
  if (!success) return ''
  const { identity, roles, address } = output
  return `${identity === undefined ? '' : `, ${identity}`} (${roles.join(', ') || 'look'}) from ${address}`
}

function wasRefused(detail: unknown): boolean {
  return typeof detail === 'object' && detail !== null && 'exit' in detail && detail.exit !== 0
}

function Outbox() {
  const { data, refusals } = useLoaded(loadOutbox, refreshMs)
  if (!data) return refusals ? <RefusalHint refusals={refusals} /> : <Skeleton shape="rows" lines={6} />
  return (
    <>
      <Hint>Only in development. In production messages are sent, and only their receivers see the codes.</Hint>
      {data.length === 0 && <Empty text="Nothing was sent yet." />}
      <List plain label="Messages, newest first">
        {data.map(({ code, to, template, channel, state, created_at }, index) => (
          <Row
            key={`${created_at} ${index}`}
            title={`${code ?? template} to ${to}`}
            note={`${template} by ${channel}, ${state}, ${formatDate(created_at, 'moment')}`}
          />
        ))}
      </List>
    </>
  )
}

/** Verifying a large ledger is slow, so it runs on request. The service also verifies it every night. */
function Ledger() {
  const [report, setReport] = useState<LedgerHealth>()
  const { isBusy, refusals, runAction } = useAction()
  return (
    <Card>
      <div className="ac-stack">
        <p>The service verifies the ledger every night. A failed check pauses all withdrawals, here too.</p>
        {refusals && <RefusalHint refusals={refusals} />}
        {report && (
          <>
            <p className="ac-num">
              {formatNumber(report.transactions)} transactions, {formatNumber(report.entries)} entries
            </p>
            <ul className="ac-stack ac-stack--2">
              {report.checks.map(({ name, ok, wrong, first }) => (
                <li key={name} className={css.between}>
                  <span>{name}</span>
                  <Pill tone={ok ? 'good' : 'bad'}>{ok ? 'Correct' : `${wrong} wrong, first: ${first ?? ''}`}</Pill>
                </li>
              ))}
            </ul>
          </>
        )}
        <Button
          busy={isBusy}
          onClick={() => void runAction(async () => setReport(await runCommand('ledger:verify', LedgerHealth)))}
        >
          {report ? 'Verify again' : 'Verify now'}
        </Button>
      </div>
    </Card>
  )
}
