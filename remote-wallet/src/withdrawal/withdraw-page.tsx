import { withdrawRequest } from '@adcoin/contract'
import { unanswered } from '@adcoin/http'
import { useSearchParams } from '@adcoin/router'
import { useState } from 'react'
import { CheckingWithdrawal } from './checking-withdrawal.tsx'
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx'
import { WithdrawalDetails } from './withdrawal-details.tsx'
import { WithdrawalLog } from './withdrawal-log.tsx'

/** One path, three views: the log, the form (`?step=confirm`), one request (`?id=`). A lost answer comes first. */
export function Page() {
  const [query] = useSearchParams()
  const [pending, setPending] = useState(() => unanswered(withdrawRequest))
  const id = query.get('id')
  if (id) return <WithdrawalDetails key={id} id={id} isNew={query.get('new') === '1'} />
  if (pending) return <CheckingWithdrawal pending={pending} onDone={() => setPending(null)} />
  if (query.get('step') === 'confirm') return <ConfirmWithdrawal />
  return <WithdrawalLog />
}
