import { readLiveState } from '../../operations/live-state.ts'
import { Refused, refuse } from '../../refusal.ts'
import { statementOf } from '../../releases/provenance.ts'
import { findRelease } from '../../releases/releases-there.ts'
import type { CommandAnswer, CommandInput } from '../command-line.ts'

/** provenance <app> [ID|VERSION]: what a release was built of, by default the live one. */
export async function run({ open, rest, app }: CommandInput): Promise<CommandAnswer> {
  const site = await open()
  const { generation } = await readLiveState(site)
  const release = await findRelease(site, app, rest[0] ?? generation?.apps[app]?.active ?? '')
  const { id, created, files, provenance } = release
  const statement = statementOf(release)
  if (!provenance || !statement)
    throw new Refused(
      refuse(
        'provenance-there',
        `${app} ${id}`,
        'it was built outside a git repository, or by an older version',
        'Publish it from a clone of the repository.',
      ),
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
