import * as v from 'valibot'
import { Version } from '@adcoin/contract'
import { publish, type Published } from '../../operations/publish.ts'
import { createServiceFinder } from '../../operations/read-health.ts'
import { answerApplied, answerPlanned } from '../change.ts'
import { UsageError, type CommandAnswer, type CommandInput } from '../command-line.ts'

/** publish <app>: builds if the sources changed, runs the gate and the smoke test, makes the release live. */
export async function run({ open, words, root, data, app }: CommandInput): Promise<CommandAnswer> {
  const [dist, version, isDryRun] = [words.value('dist'), words.value('version'), words.flag('dry-run')]
  if (version !== undefined && (dist !== undefined || words.flag('no-build')))
    throw new UsageError('--version needs a build by this command: remove --dist and --no-build')
  if (version !== undefined && version !== 'next' && !v.is(Version, version))
    throw new UsageError(`"${version}" is not a version: write 1.2.0 or \`next\``)
  const [why, isStaged] = [words.value('why') ?? '', words.flag('stage')]
  if (!isStaged && !isDryRun && why.trim() === '')
    throw new UsageError('publish needs a reason for the history: --why TEXT.')
  const published = await publish(open, root, {
    ...{ app, dist, version, isDryRun, why, isStaged, findService: createServiceFinder(data) },
    ifNew: words.flag('if-new'),
    noBuild: words.flag('no-build'),
    downgrade: words.flag('downgrade'),
    skipSmokeTest: words.flag('skip-smoke-test'),
    skipChecks: words.flag('skip-checks'),
    evenIfUnsafe: words.flag('even-if-unsafe'),
  })
  const { data: shown, lines, ...answer } = answerPublished(published, isDryRun)
  const { notes } = published
  return { ...answer, data: { ...(shown as object), notes }, lines: [...lines, ...notes.map(note => `  ${note}`)] }
}

function answerPublished(published: Published, dryRun: boolean): CommandAnswer {
  const { state, release } = published
  const { app, id } = release
  const unchanged = { ok: true, dryRun, generation: state.number, changes: [], release: id }
  if (published.outcome === 'unchanged')
    return {
      data: { ...unchanged, action: 'publish' },
      lines: [`${app} ${id} ${published.reason}; nothing changed.`],
    }
  if (published.outcome === 'staged') {
    const added = `${app} ${id} is in the store, not live. To make it live: promote ${app} ${id}`
    const lines = [dryRun ? `${app} ${id} would be added to the store, not live.` : added]
    return { data: { ...unchanged, staged: true }, lines }
  }
  const { plan, applied, next } = published
  const answer = applied ? answerApplied(plan, applied) : answerPlanned(plan)
  if (next === undefined) return answer
  // Releases of the same version cannot be distinguished in the history.
  const hint = `Nothing is wrong, but the release before it is ${release.version} too. Next time add --version next:`
  return { ...answer, lines: [...answer.lines, `${hint} it names such changes ${next}.`] }
}
