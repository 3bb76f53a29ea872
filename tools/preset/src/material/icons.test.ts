import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '@adcoin/checks/repository'
import { iconNames } from './icons.ts'

it('the icons of a tab are those of the two tables of @adcoin/ui', () => {
  expect(iconNames()).toEqual(expect.arrayContaining(['home', 'team', 'money', 'dot', 'trash']))
  expect(iconNames()).not.toContain('bell')
  expect(() => iconNames(join(repositoryRoot, 'tools/preset/fixtures'))).toThrow()
})
