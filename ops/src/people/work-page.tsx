import type { OperatorCommands } from '@adcoin/contract/operations'
import { Main, Skeleton, TopLine } from '@adcoin/ui'
import { Segmented } from '@adcoin/ui/pages'
import type { Loaded } from '../server/use-loaded.ts'
import { RefusalHint } from '../refusal-hint.tsx'
import { Bindings } from './bindings.tsx'
import { Proofs } from './proofs.tsx'
import { SettledWithdrawals, Withdrawals } from './withdrawals.tsx'

const parts = [
  { value: 'proof', label: 'Proof' },
  { value: 'accounts', label: 'Accounts' },
  { value: 'withdrawals', label: 'Withdrawals' },
  { value: 'settled', label: 'Settled' },
] as const

/** People's work that waits for operators. The service's audit list records every decision. */
export function WorkPage({ path, commands }: { path: string; commands: Loaded<OperatorCommands> }) {
  const { data, refusals } = commands
  const part = parts.find(({ value }) => path === `/work/${value}`)?.value ?? 'proof'
  return (
    <>
      <TopLine title="Work" note="What people wait for" />
      <Main tabs>
        <Segmented
          label="What waits"
          options={parts}
          value={part}
          onChange={next => (location.hash = `/work/${next}`)}
        />
        {refusals && <RefusalHint refusals={refusals} />}
        {!data && !refusals && <Skeleton shape="card" lines={5} />}
        {data && part === 'proof' && <Proofs reasons={data.reasons.review} />}
        {data && part === 'accounts' && <Bindings reasons={data.reasons.bind} />}
        {data && part === 'withdrawals' && <Withdrawals reasons={data.reasons.withdraw} />}
        {part === 'settled' && <SettledWithdrawals />}
      </Main>
    </>
  )
}
