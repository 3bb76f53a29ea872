import { escapeForTerminal, maxOperatorReasonLength } from '@adcoin/contract/operations'
import { readHistory } from '../../operations/status.ts'
import { runChange, formatSkipped } from '../change.ts'
import { UsageError, type CommandAnswer, type CommandInput } from '../command-line.ts'
import { readLiveState } from '../../operations/live-state.ts'
import { planRenewal } from '../../operations/renew.ts'
import type { ReleaseContext } from '../../operations/release-context.ts'
import { formatRefusal, createRefused } from '../../refusal.ts'
import { buildStatement } from '../../releases/provenance.ts'
import { findRelease } from '../../releases/list-releases.ts'
import { verifyLive } from '../../operations/verify.ts'

/**
 * history [app] [--limit N]: the generations, newest first, or the changelog of one app. --provenance: the commit
 * and the builder of one release.
 */
export async function runHistory(input: CommandInput): Promise<CommandAnswer> {
  const { open, words, app, rest } = input
  if (words.flag('provenance') && app === '') throw new UsageError('history --provenance needs an app')
  if (words.flag('provenance')) return runProvenance(input)
  if (rest.length > 0) throw new UsageError('history shows one release only with --provenance')
  const context = await open()
  const limit = words.value('limit') ?? (app === '' ? '20' : '999999')
  if (!/^[1-9][0-9]{0,5}$/.test(limit)) throw new UsageError('--limit must be a number, at least 1')
  if (app !== '') return runChangelog(context, app, Number(limit))
  const history = await readHistory(context, Number(limit))
  const lines = history.flatMap(({ generation, created, action, by, why, changes, tries, revoked, floor }) => [
    `${String(generation).padStart(5)}  ${created.slice(0, 19).replace('T', ' ')}  ${action.padEnd(8)} by ${formatText(by)}${why ? `: ${formatText(why)}` : ''}`,
    ...changes.map(
      ({ app, from, to, ...skipped }) =>
        `${''.padStart(7)}${app}: ${from ?? 'nothing'} -> ${to ?? 'nothing'}${formatSkipped(skipped)}`,
    ),
    ...tries.map(
      ({ app, release, share }) =>
        `${''.padStart(7)}${app}: ${release} ${share === 0 ? 'canary ended' : `canary on ${share} % of browsers`}`,
    ),
    ...revoked.map(key => `${''.padStart(7)}${key}: revoked`),
    ...Object.entries(floor).map(([app, version]) => `${''.padStart(7)}${app}: minimum version ${version}`),
  ])
  return { data: history, lines: lines.length > 0 ? lines : ['No generation exists yet.'] }
}

/**
 * The reasons of each release, newest first. Rolled back releases are marked, because readers look for what is live.
 */
async function runChangelog(context: ReleaseContext, app: string, limit: number): Promise<CommandAnswer> {
  const entries = (await readHistory(context, limit)).flatMap(({ changes, created, action, by, why }) =>
    changes
      .filter(change => change.app === app)
      .map(({ from, to }) => ({ release: to ?? null, from: from ?? null, created, action, by, why })),
  )
  const lines = entries.map(({ release, from, created, action, by, why }) => {
    const what =
      action === 'publish' || action === 'promote' ? release : `${action}: ${from} -> ${release ?? 'nothing'}`
    return [
      `## ${what} (${created.slice(0, 10)})`,
      '',
      `${formatText(why) || 'No reason was given.'} (${formatText(by)})`,
      '',
    ].join('\n')
  })
  return {
    data: { app, entries },
    lines: [`# ${app}`, '', ...(lines.length > 0 ? lines : ['No release was ever live.'])],
  }
}

/** Histories of before have reasons of several lines and of any length. */
const formatText = (text: string) => escapeForTerminal(text.slice(0, maxOperatorReasonLength))

/** Commit and builder of a release, by default the live one. */
async function runProvenance({ open, rest, app }: CommandInput): Promise<CommandAnswer> {
  const context = await open()
  const { live } = await readLiveState(context)
  const release = await findRelease(context, app, rest[0] ?? live?.apps[app]?.active ?? '')
  const { id, created, files, provenance } = release
  const statement = buildStatement(release)
  if (!provenance || !statement)
    throw createRefused(
      'provenance-there',
      `${app} ${id}`,
      'it was built outside a git repository, or by an older version',
      'Publish the app from a clone of the repository.',
    )
  const { commit, tree, isChanged, builder, node } = provenance
  return {
    data: statement,
    lines: [
      `${app} ${id}, ${files.length} files, ${created}`,
      `commit   ${commit}${isChanged ? ', with changes that are not in it' : ''}`,
      `tree     ${tree}`,
      `builder  ${builder}, Node.js ${node}`,
    ],
  }
}

/**
 * verify: checks every signature, byte and rule of the live releases. --renew [--accept-set-back]: signs the same
 * releases today as a new generation.
 */
export async function runVerify({ open, words }: CommandInput): Promise<CommandAnswer> {
  const opened = await open()
  const acceptsSetBack = words.flag('accept-set-back')
  if (acceptsSetBack && !words.flag('renew'))
    throw new UsageError('--accept-set-back needs --renew: verify --renew --accept-set-back')
  if (words.flag('renew')) {
    const { context, planFor } = await planRenewal(opened, words.value('why') ?? 'renewed', acceptsSetBack)
    return runChange(context, planFor, words.flag('dry-run'))
  }
  const result = await verifyLive(opened)
  const head = `Generation ${result.generation}: ${result.releases} releases, ${result.files} files: ${result.ok ? 'all as signed' : `${result.problems.length} problems`}`
  return { data: result, lines: [head, ...result.problems.map(each => `  ${formatRefusal(each)}`)], isBad: !result.ok }
}
