import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RemoteManifestFile } from '@adcoin/contract'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { repositoryRoot, listWorkspaces } from '@adcoin/checks/repository'
import { findReadProblems } from './reads.ts'

const findProblems = (...reads: string[]) => findReadProblems([{ path: '/home', title: 'titles.home', reads }])

describe('what a manifest reads first', () => {
  it('is a call of the contract with a query that it takes', () => {
    expect(findProblems('/app/user/finance/balance?fw=true', '/app/app/task/list?limit=5', '/app/state/user')).toEqual(
      [],
    )
  })

  it.each([
    ['/app/no/such', 'the contract has no such GET call'],
    ['/app/app/task/receive', 'the contract has no such GET call'],
    ['/app/user/finance/balance?fw=maybe', 'the call does not take fw'],
    ['/app/user/finance/balance?wide=true', 'the call does not take wide'],
    ['/app/app/task/list?limit=5&', 'write the query as URLSearchParams does'],
  ])('is refused as %s, and reports why', (read, why) => {
    expect(findProblems(read)).toEqual([`remote.json: /home reads ${read}: ${why}`])
  })

  it('holds for every manifest of the repository', () => {
    const manifests = listWorkspaces()
      .filter(({ folder }) => folder.startsWith('remote-'))
      .map(({ folder }) => JSON.parse(readFileSync(join(repositoryRoot, folder, 'remote.json'), 'utf8')) as unknown)
    expect(manifests.length).toBeGreaterThan(3)
    expect(manifests.flatMap(manifest => findReadProblems(v.parse(RemoteManifestFile, manifest).routes))).toEqual([])
  })
})
