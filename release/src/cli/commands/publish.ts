import * as v from 'valibot'
import { Version } from '@adcoin/contract'
import { publish, type Published } from '../../operations/publish.ts'
import { answerApplied, answerPlanned } from '../change.ts'
import { UsageError, type CommandAnswer, type CommandInput } from '../command-line.ts'

/** publish <app>: builds if the sources changed, passes the gate and the smoke test, goes live. */
export async function run({ open, words, root, app }: CommandInput): Promise<CommandAnswer> {
  const [dist, version, isDryRun] = [words.value('dist'), words.value('version'), words.flag('dry-run')]
  if (version !== undefined && (dist !== undefined || words.flag('no-build')))
    throw new UsageError('--version is for a build of this command, without --dist and --no-build')
  if (version !== undefined && version !== 'next' && !v.is(Version, version))
    throw new UsageError(`"${version}" is no version like 1.2.0, and not \`next\``)
  const published = await publish(open, root, {
    ...{ app, dist, version, isDryRun, why: words.value('why') ?? '' },
    isStaged: words.flag('stage'),
    ifNew: words.flag('if-new'),
    noBuild: words.flag('no-build'),
    downgrade: words.flag('downgrade'),
    skipSmokeTest: words.flag('skip-smoke-test'),
    skipChecks: words.flag('skip-checks'),
    evenIfUnsafe: words.flag('even-if-unsafe'),
  })
  return answerPublished(published, isDryRun)
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
    const added = `${app} ${id} is in the store and not live. Go live with: promote ${app} ${id}`
    const lines = [dryRun ? `${app} ${id} would be added, not live.` : added]
    return { data: { ...unchanged, staged: true }, lines }
  }
  const { plan, applied, next } = published
  const answer = applied ? answerApplied(plan, applied) : answerPlanned(plan)
  if (next === undefined) return answer
  // Releases of the same version cannot be distinguished in the history.
  const hint = `It has the version of the release before it. By what changed it is ${next}: build it with that one, or`
  return { ...answer, lines: [...answer.lines, `${hint} publish the sources with --version next.`] }
}
