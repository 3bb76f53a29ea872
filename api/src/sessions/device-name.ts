import type { ApiCode } from '@adcoin/contract'
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

function parseDevice(userAgent: string): { browser: string | undefined; system: string | undefined } {
  const findName = (table: readonly (readonly [RegExp, string])[]) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1]
  return { browser: findName(browsers), system: findName(systems) }
}

/** The first that fits: Edge and Opera also call themselves Chrome, Chrome also Safari. */
const browsers = [
  [/\bEdg(A|iOS)?\b/, 'Edge'],
  [/\bOPR\b|\bOpera\b/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const
const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac ?OS/, 'Mac'],
  [/Linux/, 'Linux'],
] as const
