import { agentState, getSetting, saveSetting, transactionList, userState } from '@adcoin/contract'
import { refresh, send, writeCache } from '@adcoin/http'

/** Sends the time zone that starts the person's days, then refetches everything that is grouped by day. */
export async function sendTimeZone(zone: string): Promise<void> {
  const setting = await send(saveSetting, { time_zone: zone }, { loader: false, errors: 'page' })
  writeCache(getSetting, {}, () => setting)
  await Promise.all([refresh(userState), refresh(agentState), refresh(transactionList)])
}
