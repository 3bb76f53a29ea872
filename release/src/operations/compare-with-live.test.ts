import { execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiCodes, type Provenance, type Release } from '@adcoin/contract'
import { beforeAll, expect, it } from 'vitest'
import { createFixtureBuild, createFixtureContext, makeFreshFolder, stage } from '../../tests/fixture-apps.ts'
import { compareWithLive, refuseOlderCommit } from './compare-with-live.ts'
import { pack } from './publish.ts'

const app = 'remote-team'
let root: string
let commits: readonly string[]
const git = (...words: string[]) => {
  const identity = ['-c', 'user.name=ana', '-c', 'user.email=ana@example.com']
  return execFileSync('git', [...identity, ...words], { cwd: root, encoding: 'utf8' }).trim()
}
const commit = () => {
  git('add', '-A')
  git('commit', '-qm', 'one', '--allow-empty')
  return git('rev-parse', 'HEAD')
}
const builtFrom = (release: Release, at: number, isChanged = false): Release => {
  const provenance: Provenance = { commit: commits[at] ?? '', tree: '', isChanged, builder: 'local', node: '' }
  return { ...release, provenance }
}

beforeAll(async () => {
  root = await makeFreshFolder()
  git('init', '-q')
  await mkdir(join(root, app))
  await writeFile(join(root, app, 'page.test.ts'), '')
  const first = commit()
  await rm(join(root, app, 'page.test.ts'))
  commits = [first, commit()]
})

it('a commit that is older than the live one is refused; a newer one and the same are not', async () => {
  const release = await stage(await createFixtureContext(), createFixtureBuild(app))
  const check = (live: number, mine: number) =>
    refuseOlderCommit(root, builtFrom(release, live), builtFrom(release, mine))
  await expect(check(1, 0)).rejects.toThrow(/the live release was built from the later commit .*\[commit-older\]/)
  await expect(Promise.all([check(0, 1), check(1, 1)])).resolves.toBeDefined()
})

it('changed files, deleted tests and texts that changed in English alone are named', async () => {
  const context = await createFixtureContext()
  const texts = (words: Partial<Record<string, string>>) => ({
    files: Object.fromEntries(
      apiCodes.map(code => [`locale.${code}.json`, JSON.stringify({ title: words[code] ?? `title ${code}` })]),
    ),
  })
  const live = builtFrom(await stage(context, createFixtureBuild(app, texts({}))), 0)
  const describe = async (words: Partial<Record<string, string>>, at: number, isChanged: boolean) => {
    const packed = pack(context, createFixtureBuild(app, { version: '1.1.0', ...texts(words) }))
    return compareWithLive(context.store, root, live, { ...packed, release: builtFrom(packed.release, at, isChanged) })
  }
  expect(await describe({ en_US: 'another' }, 1, true)).toEqual([
    `The working tree has changes that are not in commit ${commits[1]?.slice(0, 8)}.`,
    'Tests were deleted since the live release: remote-team/page.test.ts.',
    'English changed and no other language did: title.',
  ])
  git('checkout', '-q', commits[0] ?? '')
  expect(await describe({ en_US: 'another', hi_IN: 'changed' }, 0, false)).toEqual([])
})
