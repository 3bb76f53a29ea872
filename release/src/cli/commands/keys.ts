import * as v from 'valibot'
import { AppName } from '@adcoin/contract'
import { rehearse } from '../../operations/apply.ts'
import { askGateway } from '../../operations/ask-gateway.ts'
import { readLiveState } from '../../operations/live-state.ts'
import { planKeyRevocation, restoreKey, revokeKey } from '../../operations/revoke-key.ts'
import type { ReleaseContext } from '../../operations/release-context.ts'
import { createRefusal, createRefused, formatRefusal, Refused, suggestWord } from '../../refusal.ts'
import { ensureKeys, KeyRole, readKeyRing, rotateKey, type KeyTerms } from '../../signing/key-ring.ts'
import { listApps } from '../../releases/list-apps.ts'
import { UsageError, type CommandAnswer, type CommandInput, type CommandWords } from '../command-line.ts'
import { readVariable } from '../../variables.ts'

const changes = ['make', 'rotate', 'revoke', 'restore'] as const

/** keys [--make ROLE] [--rotate ROLE] [--revoke KEY] [--restore KEY]: lists the public keys, or changes one. */
export async function run({ open, words, root }: CommandInput): Promise<CommandAnswer> {
  const [change, ...others] = changes.filter(name => words.value(name) !== undefined)
  if (others.length > 0)
    throw new UsageError('keys makes one change at a time: --make, --rotate, --revoke or --restore')
  const context = await open()
  if (change === undefined) return answerKeys(context, await listKeysLeft(context, root))
  const keyOrRole = words.value(change) ?? ''
  const isDryRun = words.flag('dry-run')
  if (change === 'revoke') return revoke(context, words, isDryRun)
  if (change === 'restore') return restore(context, keyOrRole, words.value('why') ?? '', isDryRun)
  const role = roleOf(keyOrRole)
  if (role !== 'ops' && !words.flag('new')) await refuseUnknownRole(context, root, role)
  const terms = termsOf(words, context.now())
  if (isDryRun) return answerKeys(context, [`Dry run: a key of ${role} would be made; nothing was changed.`], true)
  if (change === 'make') await ensureKeys(context.ring.folder, [role], context.now(), terms)
  else await rotateKey(context.ring.folder, role, context.now(), terms)
  return answerKeys(context, [])
}

/** Keys stay when an app goes, because `promote` brings its releases back; an operator ends them. */
async function listKeysLeft(context: ReleaseContext, root: string): Promise<readonly string[]> {
  const { live } = await readLiveState(context)
  const known = ['ops', ...listApps(root), ...Object.keys(live?.apps ?? {})]
  return context.ring.keys
    .filter(({ role, state }) => state === 'active' && !known.includes(role))
    .map(({ role, id }) => `${role} is neither live nor in this repository. To end its key: keys --revoke ${id}`)
}

async function revoke(context: ReleaseContext, words: CommandWords, dryRun: boolean): Promise<CommandAnswer> {
  const id = words.value('revoke') ?? ''
  const gateways = listGateways(words)
  const found = await planKeyRevocation(context, id, words.value('why') ?? '')
  const { signed, plan, lost } = found
  const refused =
    lost.length > 0 && !words.flag('even-if-unsafe')
      ? createRefusal(
          'nothing-left',
          id,
          `${lost.join(', ')} would leave the page: it has no live release or fallback that another key signed`,
          'First `keys --rotate` and `publish` a higher version, or `promote` a staged one. To accept the loss: --even-if-unsafe.',
        )
      : undefined
  if (refused && !dryRun) throw new Refused(refused)
  if (dryRun && plan) await rehearse({ ...context, ring: found.ring }, found.state, plan)
  if (!dryRun) await revokeKey(context, found)
  const served = dryRun ? [] : await Promise.all(gateways.map(each => askGateway(each, found)))
  const isServed = served.some(({ trouble }) => trouble !== undefined)
  const lines = [
    `${id} ${dryRun ? 'would be' : 'is'} revoked. It signed ${signed.length}:`,
    ...signed.map(each => `  ${each}`),
    plan ? 'The generation without them:' : 'It signed no live release and no fallback.',
    ...(plan?.changes ?? []).map(({ app, from, to }) => `  ${app}: ${from ?? 'nothing'} -> ${to ?? 'nothing'}`),
    ...served.map(({ url, trouble }) => `  ${url}: ${trouble ?? 'serves nothing that this key signed'}`),
    ...(isServed
      ? ['Copy this keys.json to a gateway that lacks the key of operators; then repeat the command with --gateways.']
      : []),
    refused ? `It would be refused: ${formatRefusal(refused)}` : `Undo: keys --restore ${id}`,
  ]
  const answered = await answerKeys(context, lines, dryRun, { signed, changes: plan?.changes ?? [], lost, served })
  return { ...answered, isBad: isServed || refused !== undefined }
}

/** The gateways to ask, by `--gateways`, else the public address. */
function listGateways(words: CommandWords): readonly string[] {
  const given = (words.value('gateways') ?? readVariable('PUBLIC_URL') ?? '').split(',').filter(url => url !== '')
  const wrong = given.find(url => !/^https?:\/\/[^/]+\/?$/.test(url))
  if (wrong !== undefined) throw new UsageError(`--gateways: "${wrong}" is no address like http://10.0.0.7:8080`)
  return given.map(url => url.replace(/\/$/, ''))
}

/** Trusts a revoked key's signatures again. The key itself signs nothing; `promote` restores what left the page. */
async function restore(context: ReleaseContext, id: string, why: string, dryRun: boolean): Promise<CommandAnswer> {
  if (context.ring.find(id)?.entry.state !== 'revoked') throw new UsageError(`no revoked key ${id} exists`)
  await restoreKey(context, id, why, dryRun)
  return answerKeys(
    context,
    [`The signatures of ${id} ${dryRun ? 'would be' : 'are'} trusted again. The key signs nothing new.`],
    dryRun,
  )
}

async function answerKeys(
  context: ReleaseContext,
  lines: readonly string[],
  dryRun = false,
  more: object = {},
): Promise<CommandAnswer> {
  const { folder, keys } = await readKeyRing(context.ring.folder)
  return {
    data: { ok: true, dryRun, folder, keys, ...more },
    lines: [
      ...lines,
      `Keys in ${folder}:`,
      ...keys.map(
        ({ id, role, state, created, holder, expires }) =>
          `  ${role.padEnd(14)} ${id.padEnd(24)} ${state.padEnd(8)} since ${created.slice(0, 10)}` +
          (expires === undefined ? '' : ` until ${expires.slice(0, 10)}`) +
          (holder === undefined ? '' : `, ${holder}`),
      ),
    ],
  }
}

/** Reads --holder and --expires, within the bounds of `keys.json`: a key lives at most ten years. */
function termsOf(words: CommandWords, now: Date): KeyTerms {
  const [holder, days] = [words.value('holder'), words.value('expires')]
  if (holder !== undefined && !/^[a-z0-9-]{1,30}$/.test(holder))
    throw new UsageError(`"${holder}" cannot be a holder: use at most 30 lower-case letters, digits and -`)
  if (days !== undefined && !(/^[1-9]\d{0,3}$/.test(days) && Number(days) <= 3650))
    throw new UsageError(`--expires "${days}" must be 1 to 3650 days`)
  const expires = days === undefined ? undefined : new Date(now.getTime() + Number(days) * 86_400_000).toISOString()
  return { holder, expires }
}

function roleOf(word: string): KeyRole {
  const parsed = v.safeParse(KeyRole, word)
  if (!parsed.success) throw new UsageError(`"${word}" is not a role. Roles: ops, shell, remote-auth …`)
  return parsed.output
}

/** A typing error must not make a key for an app that does not exist. */
async function refuseUnknownRole({ store, ring }: ReleaseContext, root: string, role: string): Promise<void> {
  const stored = (await store.list('releases')).filter(name => v.is(AppName, name))
  const known = [...new Set<string>([...listApps(root), ...stored, ...ring.keys.map(key => key.role)])]
  if (known.includes(role)) return
  throw createRefused(
    'unknown-app',
    role,
    'neither this repository nor the store has an app with this name',
    `${suggestWord(role, known)}For an app that does not exist yet: --new.`,
  )
}
