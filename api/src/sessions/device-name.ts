import { parseDevice, type ApiCode } from '@adcoin/contract'
import { writeServiceText } from '../refusals/languages.ts'

/** The device of a user agent as a person names it: `Chrome on Android`. As the screen of devices shows it. */
export function nameDevice(userAgent: string, language: ApiCode): string {
  const { browser, system } = parseDevice(userAgent)
  if (browser && system) return writeServiceText(language, 'device.on', { browser, system })
  return browser ?? system ?? writeServiceText(language, 'device.unknown')
}

/** What is the same for every version of one browser on one system; for an unknown one its user agent. */
export function toDeviceKey(userAgent: string): string {
  const { browser, system } = parseDevice(userAgent)
  return browser || system ? `${browser ?? ''}|${system ?? ''}` : userAgent.slice(0, 200)
}
