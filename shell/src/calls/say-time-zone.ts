import { agentState, getSetting, saveSetting, transactionList, userState } from '@adcoin/contract'
import { refresh, send, writeCache } from '@adcoin/http'

/** Tells the service where the person's days begin; what is shown by day is asked for again. */
export async function sayTimeZone(zone: string): Promise<void> {
  const setting = await send(saveSetting, { time_zone: zone }, { loader: false, errors: 'page' })
  writeCache(getSetting, {}, () => setting)
  await Promise.all([refresh(userState), refresh(agentState), refresh(transactionList)])
}
