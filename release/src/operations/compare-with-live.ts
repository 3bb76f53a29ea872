import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { apiCodes, type Release } from '@adcoin/contract'
import { flattenTexts } from '@adcoin/checks/flat-texts'
import { createRefused } from '../refusal.ts'
import type { PackedRelease } from '../releases/add-release.ts'
import { layout, type Store } from '../store/store.ts'

const run = promisify(execFile)

/**
 * What a person should know before sources replace the live release; nothing of it is wrong for certain.
 *
 * @param root  of the repository that the release was built from
 * @returns lines for people
 */
export async function compareWithLive(
  store: Store,
  root: string,
  live: Release | undefined,
  packed: PackedRelease,
): Promise<readonly string[]> {
  const { provenance } = packed.release
  const changed = provenance?.isChanged
    ? [`The working tree has changes that are not in commit ${provenance.commit.slice(0, 8)}.`]
    : []
  if (!live) return changed
  const deleted = provenance && (await listDeletedTests(root, live))
  const drifted = await listDriftedTexts(store, live, packed)
  return [
    ...changed,
    ...(deleted?.length ? [`Tests were deleted since the live release: ${deleted.join(', ')}.`] : []),
    ...(drifted.length ? [`English changed and no other language did: ${drifted.join(', ')}.`] : []),
  ]
}

/** @throws Refused if the live release was built from a later commit: publishing would undo a colleague's change */
export async function refuseOlderCommit(root: string, live: Release | undefined, release: Release): Promise<void> {
  const [mine, theirs] = [release.provenance?.commit, live?.provenance?.commit]
  if (mine === undefined || theirs === undefined || mine === theirs) return
  // The commit of the live release may be unknown here: then git fails, and nothing is known.
  const isOlder = await runGit(root, 'merge-base', '--is-ancestor', mine, theirs)
  if (isOlder === undefined) return
  throw createRefused(
    'commit-older',
    `${release.app} ${mine.slice(0, 8)}`,
    `the live release was built from the later commit ${theirs.slice(0, 8)}`,
    'Update your branch (`git pull`), then publish; --downgrade publishes this commit anyway.',
  )
}

async function listDeletedTests(root: string, { app, provenance }: Release): Promise<readonly string[]> {
  if (!provenance) return []
  const names = await runGit(root, 'diff', '--diff-filter=D', '--name-only', provenance.commit, '--', app)
  return (names ?? '').split('\n').filter(name => /\.test\.tsx?$/.test(name))
}

/** Keys whose English text differs from the live one while all others are the same. */
async function listDriftedTexts(store: Store, live: Release, { release, files }: PackedRelease): Promise<string[]> {
  const pairs = apiCodes.map(async code => {
    const before = await store.read(`${layout.release(live.app, live.id)}/${live.locales[code] ?? ''}`)
    return [code, readTexts(before), readTexts(files.get(release.locales[code] ?? ''))] as const
  })
  const [english, ...others] = (await Promise.all(pairs)).sort(([code]) => (code === 'en_US' ? -1 : 1))
  if (!english) return []
  const [, before, now] = english
  return [...now]
    .filter(([key, text]) => before.has(key) && before.get(key) !== text)
    .filter(([key]) => others.every(([, was, is]) => was.get(key) === is.get(key)))
    .map(([key]) => key)
}

function readTexts(bytes: Buffer | undefined): ReadonlyMap<string, string> {
  try {
    return flattenTexts(JSON.parse(bytes?.toString('utf8') ?? '')) ?? new Map()
  } catch {
    return new Map()
  }
}

/** @returns the output; undefined if git fails */
async function runGit(cwd: string, ...words: readonly string[]): Promise<string | undefined> {
  return run('git', words, { cwd }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
}
