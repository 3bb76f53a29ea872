import { canaryGroupOf, type Registry, type RegistryRelease } from '@adcoin/contract'
import { browserNumber } from '../browser.ts'

type Entry = Registry['apps'][string]

/** The side of an app's canary that this browser is on; nothing where no canary runs. */
export function sideOf(app: string, { canary }: Entry): { group?: ReturnType<typeof canaryGroupOf>; trial?: string } {
  return canary ? { group: canaryGroupOf(browserNumber() ?? '', app, canary), trial: canary.salt } : {}
}

/** What this browser is to use of an app: the candidate where it was chosen to try it, else what is live. */
export function wantedOf(app: string, entry: Entry): RegistryRelease {
  return entry.canary && sideOf(app, entry).group === 'canary' ? entry.canary.release : entry.active
}
