import type { Balance } from '@adcoin/contract'
import { formatDate } from '@adcoin/i18n/formats'
import { useT } from '../texts.ts'

/** Why nothing can be taken out now, whatever is typed: the service pauses all withdrawals, or this person's. */
export function usePause(money: Balance | undefined): string | undefined {
  const t = useT()
  const config = money?.config
  if (!config) return undefined
  if (!config.withdraw_enabled) return t('sell.off')
  const until = config.frozen_until
  if (!until || Date.parse(until) <= Date.now()) return undefined
  return t('sell.frozen', { time: formatDate(until, 'moment') })
}
