import { balance } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { useSession } from '@adcoin/session'
import { Amount } from '@adcoin/ui/pages'
import { wholeBalance } from '../calls/reloads.ts'
import { texts } from '../texts.ts'

/**
 * The shell's own reading of the balance: money is never in doubt because a screen is missing. Source: faults.md B21.
 */
export function Page() {
  const t = texts.useT()
  const stored = useSession(state => state.money)
  const query = useCall(balance, wholeBalance, { errors: 'page' })
  const shownBalance = query.data ?? stored
  return shownBalance ? (
    <p className="ac-2">
      {t('area.balance')} <Amount minor={shownBalance.amount} />
    </p>
  ) : null
}
