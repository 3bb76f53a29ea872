import { getSetting, balance } from '@adcoin/contract'
import { refresh } from '@adcoin/http'
import { useBack, useHost } from '@adcoin/remote'
import { emit } from '../events.ts'
import { useT } from '../texts.ts'

/**
 * What happens once a trading password was saved: everybody learns it, and the person comes back to where they were.
 */
export function useSaved(fallback: string): (isOpen: boolean) => Promise<void> {
  const t = useT()
  const host = useHost()
  const goBack = useBack(fallback)
  return async isOpen => {
    await Promise.all([refresh(getSetting), refresh(balance)])
    emit('wallet.tradingPasswordChanged', {})
    host.showToast(t('trading.saved'), 'good')
    if (isOpen) goBack()
  }
}
