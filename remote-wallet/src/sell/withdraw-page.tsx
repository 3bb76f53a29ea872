import { withdrawRequest } from '@adcoin/contract'
import { unanswered } from '@adcoin/http'
import { useSearchParams } from '@adcoin/router'
import { useState } from 'react'
import { Page as SellPage } from './sell-page.tsx'
import { CheckingWithdrawal } from '../withdrawal/checking-withdrawal.tsx'
import { WithdrawalDetails } from '../withdrawal/withdrawal-details.tsx'
import { WithdrawalLog } from '../withdrawal/withdrawal-log.tsx'

/** One path, three views: the log, the confirmation (`?step=confirm`), one request (`?id=`). A lost answer comes first. */
export function Page() {
  const [query] = useSearchParams()
  const [pending, setPending] = useState(() => unanswered(withdrawRequest))
  const id = query.get('id')
  if (id) return <WithdrawalDetails key={id} id={id} isNew={query.get('new') === '1'} />
  if (query.get('step') === 'confirm') return <SellPage isConfirming />
  if (pending) return <CheckingWithdrawal pending={pending} onDone={() => setPending(null)} />
  return <WithdrawalLog />
}
