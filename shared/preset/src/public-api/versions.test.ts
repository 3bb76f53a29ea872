import { expect, it } from 'vitest'
import { repositoryRoot } from '@adcoin/checks/repository'
import { containerRuntime, singletons } from '../singletons.ts'
import { versionProblems } from './write-public-api.ts'
import { neededRanges } from './needed-ranges.ts'
import { sharedPackages, readPublicApi } from './public-api.ts'

const source = (text: string) => [{ file: 'page.ts', text }]

it('every package of ours that exists once in a page has a version and a record of its public API', () => {
  expect(sharedPackages().map(({ workspace }) => workspace.manifest.name)).toEqual(
    ['events', 'http', 'i18n', 'remote', 'router', 'session', 'ui'].map(name => `@adcoin/${name}`),
  )
  expect(versionProblems(repositoryRoot)).toEqual([])
}, 30_000)

it('a remote asks for every shared module: of a library what it was built with, of ours the oldest that it can live with', () => {
  const ranges = neededRanges(source("import { Button } from '@adcoin/ui'"))
  expect(Object.keys(ranges)).toEqual([...singletons(), containerRuntime()].map(({ module }) => module))
  expect(ranges['react']).toBe(`^${singletons().find(({ module }) => module === 'react')?.version}`)
  const ui = readPublicApi(repositoryRoot, 'shared/ui')
  expect(ranges['@adcoin/ui']).toBe(`^${ui.exports['@adcoin/ui']?.['Button']?.since}`)
  // Of a namespace nobody knows here what is used of it, so it asks for the newest.
  expect(neededRanges(source("import * as ui from '@adcoin/ui'"))['@adcoin/ui']).toBe(`^${ui.version}`)
  expect(neededRanges(source("import type { ButtonProps } from '@adcoin/ui'"))['@adcoin/ui']).toMatch(/^\^\d+\.0\.0$/)
})
