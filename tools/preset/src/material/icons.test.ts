import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '@adcoin/checks/repository'
import { listIconNames } from './icons.ts'

it('the icons of a tab are those of the two tables of @adcoin/ui', () => {
  expect(listIconNames()).toEqual(expect.arrayContaining(['home', 'team', 'money', 'dot', 'trash']))
  expect(listIconNames()).not.toContain('bell')
  expect(() => listIconNames(join(repositoryRoot, 'tools/preset/fixtures'))).toThrow()
})
