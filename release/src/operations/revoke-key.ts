import { buildReleaseKey } from '@adcoin/contract'
import { createRefused } from '../refusal.ts'
import { withKeyState, setKeyState } from '../signing/key-ring.ts'
import { readSigner } from '../signing/signature.ts'
import { layout } from '../store/store.ts'
import { apply, rehearse } from './apply.ts'
import { readLiveState, type LiveState } from './live-state.ts'
import { buildPlan, type Plan } from './plan.ts'
import type { ReleaseContext } from './release-context.ts'

/** The effect of revoking a key: the releases that it signed, and the plan without them. */
export type KeyRevocation = {
  readonly id: string
  /** `<app>/<id>` of every release in the store that this key signed; `live/<n>` for the operators' key. */
  readonly signed: readonly string[]
  /** Undefined if nothing is live, or an operators' key did not sign it. */
  readonly plan: Plan | undefined
  /** Apps that would leave the page, because they have no trusted release. */
  readonly lost: readonly string[]
  readonly state: LiveState
  /** The keys that are trusted while the plan is applied. */
  readonly ring: ReleaseContext['ring']
}

/** Applies the plan, then marks the key as revoked. It can be repeated after a crash. */
export async function revokeKey(context: ReleaseContext, { id, plan, state, ring }: KeyRevocation): Promise<void> {
  if (plan) await apply({ ...context, ring }, plan, state)
  await setKeyState(context.ring.folder, id, 'revoked')
}

/**
 * Trusts the signatures of a revoked key again; the key signs nothing new. Gateways have it with a generation of its
 * own where it is a team's and revoked in what is live.
 */
export async function restoreKey(context: ReleaseContext, id: string, why: string, isDryRun: boolean): Promise<void> {
  const others = { ...context, ring: withKeyState(context.ring, id, 'retired') }
  const isCarried = context.ring.find(id)?.entry.role !== 'ops' && (await context.store.pointer()) > 0
  const state = isCarried ? await readLiveState(others) : undefined
  const plan = state?.teamKeys.some(key => key.id === id && key.state === 'revoked')
    ? buildPlan(context, state, { action: 'publish', why, accepts: { restored: id } })
    : undefined
  if (isDryRun) return state && plan && rehearse(others, state, plan)
  if (plan) await apply(others, plan, state)
  await setKeyState(context.ring.folder, id, 'retired')
}

/**
 * Plans the revocation of a key; nothing is written.
 *
 * @throws Refused if the key is unknown or revoked, is the operators' only one, or no trusted shell would remain
 */
export async function planKeyRevocation(context: ReleaseContext, id: string, why: string): Promise<KeyRevocation> {
  const entry = context.ring.find(id)?.entry
  if (!entry) throw createRefused('key-there', id, 'no key has this id', '`keys` lists the keys.')
  const others = context.ring.keys.filter(each => each.id !== id && each.role === 'ops' && each.state === 'active')
  if (entry.role === 'ops' && others.length === 0)
    throw createRefused(
      'signing-key',
      id,
      "it is the operators' only key",
      'First `keys --rotate ops`, then revoke this key.',
    )
  const signed = await listSignedBy(context, id, entry.role)
  // An operators' key is trusted until the plan is live: it signed the present generation.
  const ring = entry.role === 'ops' ? context.ring : withKeyState(context.ring, id, 'revoked')
  const state = await readLiveState({ ...context, ring })
  // Gateways take the teams' keys with what is live.
  const isKnown = entry.role === 'ops' ? signed.includes(layout.live(state.number)) : state.live !== undefined
  const plan = isKnown ? buildPlan(context, state, { action: 'revoke', why }) : undefined
  const lost = plan ? plan.changes.filter(({ to }) => to === null).map(({ app }) => app) : []
  return { id, signed, plan, lost, state, ring }
}

async function listSignedBy({ store }: ReleaseContext, id: string, role: string): Promise<readonly string[]> {
  const isSigner = async (path: string) => readSigner(await store.read(path)) === id
  const found: string[] = []
  if (role === 'ops') {
    for (const n of await store.list('live'))
      if ((await isSigner(`live/${n}/files.sig`)) || (await isSigner(`live/${n}/live.sig`))) found.push(`live/${n}`)
    return found
  }
  for (const release of await store.list(`releases/${role}`))
    if (await isSigner(`${layout.release(role, release)}/release.sig`)) found.push(buildReleaseKey(role, release))
  return found
}
