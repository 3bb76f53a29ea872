import { parseDevice } from '@adcoin/contract'
import { useT } from '../texts.ts'

/** The browser and system of a session or passkey, as a person names them. */
export function useDeviceName(): (device: { readonly user_agent: string }) => string {
  const t = useT()
  return ({ user_agent }) => {
    const { browser, system } = parseDevice(user_agent)
    return browser && system ? t('devices.on', { browser, system }) : (browser ?? system ?? t('devices.unknown'))
  }
}
