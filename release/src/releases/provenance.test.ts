import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BuildJson } from '@adcoin/contract'
import * as v from 'valibot'
import { createFixtureBuild, makeFreshFolder } from '../../tests/fixture-apps.ts'
import { packRelease } from './add-release.ts'
import { readProvenance, buildStatement } from './provenance.ts'

it('names commit, tree and job, and whether the sources were changed', async () => {
  const root = await makeFreshFolder()
  expect(await readProvenance(root)).toBeUndefined()
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=ana', '-c', 'user.email=ana@example.com', ...words], { cwd: root })
  git('init', '--quiet')
  writeFileSync(join(root, 'a.ts'), 'export {}\n')
  git('add', '.')
  git('commit', '--quiet', '-m', 'Add a')
  const commit = git('rev-parse', 'HEAD').toString().trim()
  const job = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'ad/coin', GITHUB_RUN_ID: '7' }
  expect(await readProvenance(root, job)).toMatchObject({
    commit,
    isChanged: false,
    builder: 'https://github.com/ad/coin/actions/runs/7',
  })
  writeFileSync(join(root, 'b.ts'), 'export {}\n')
  expect(await readProvenance(root, {})).toMatchObject({ commit, isChanged: true, builder: 'local' })
})

it('is an in-toto statement over every file of the release', () => {
  const { build, entries } = createFixtureBuild('remote-wallet', { version: '1.0.0' })
  const files = new Map(entries.map(({ path, bytes }) => [path, Buffer.from(bytes)] as const))
  const hash = 'a'.repeat(40)
  const provenance = { commit: hash, tree: hash, isChanged: false, builder: 'local', node: 'v24.0.0' }
  const statement = buildStatement(packRelease(v.parse(BuildJson, build), files, new Date(0), { provenance }).release)
  expect(statement?.subject).toHaveLength(files.size)
  for (const { name, digest } of statement?.subject ?? []) {
    const bytes = files.get(name.split('/').slice(2).join('/')) ?? ''
    expect(digest.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
  expect(statement?.predicate.buildDefinition.resolvedDependencies).toEqual([
    { name: 'source', digest: { gitCommit: hash, gitTree: hash } },
  ])
  expect(buildStatement(packRelease(v.parse(BuildJson, build), files, new Date(0)).release)).toBeUndefined()
})
