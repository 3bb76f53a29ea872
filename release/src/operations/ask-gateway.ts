import { setTimeout as pause } from 'node:timers/promises'
import { buildReleaseKey, listNamedReleases, Live } from '@adcoin/contract'
import * as v from 'valibot'
import { layout } from '../store/store.ts'
import type { KeyRevocation } from './revoke-key.ts'

/** The releases of a revoked key that a gateway serves: `trouble` names them; undefined if there are none. */
export type GatewayAnswer = { readonly url: string; readonly trouble: string | undefined }

/** A gateway follows its store within a second. */
const patienceMs = 10_000

/**
 * Asks a gateway, from outside as a browser would, until it serves nothing that the revoked key signed, and serves what
 * replaced it: one that does not follow its store does not know the new key, and refuses those files.
 */
export async function askGateway(url: string, { signed }: KeyRevocation, forMs = patienceMs): Promise<GatewayAnswer> {
  const until = performance.now() + forMs
  for (;;) {
    const trouble = await findServed(url, signed).catch((error: unknown) => `does not answer (${String(error)})`)
    if (trouble === undefined || performance.now() > until) return { url, trouble }
    await pause(250)
  }
}

async function findServed(url: string, signed: readonly string[]): Promise<string | undefined> {
  const ask = (path: string) => fetch(url + path, { signal: AbortSignal.timeout(5_000), redirect: 'error' })
  const answer = await ask('/live.json')
  if (answer.status !== 200) return `answers ${answer.status}`
  const { number, apps } = v.parse(Live, await answer.json())
  const served = [
    layout.live(number),
    ...Object.entries(apps).flatMap(([app, entry]) => listNamedReleases(entry).map(id => buildReleaseKey(app, id))),
  ].filter(each => signed.includes(each))
  if (served.length > 0) return `still serves ${served.join(', ')}, generation ${number}`
  for (const [app, { active, versions }] of Object.entries(apps)) {
    const { status } = await ask(`/${layout.release(app, active)}/${versions[active]?.entry}`)
    if (status !== 200) return `answers ${status} for ${app}/${active}: it cannot serve what replaced them`
  }
  return undefined
}
