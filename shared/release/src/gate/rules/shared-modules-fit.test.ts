import { describe, expect, it } from 'vitest'
import { satisfies } from './shared-modules-fit.ts'

describe('a version in a range', () => {
  it.each([
    ['19.3.1', '19.3.1'],
    ['19.3.1', '=19.3.1'],
    ['19.3.1', '*'],
    ['19.4.0', '^19.3.1'],
    ['19.3.9', '~19.3.1'],
    ['20.0.0', '>=19.3.1'],
    ['0.3.2', '^0.3.1'],
    ['0.0.3', '^0.0.3'],
  ])('%s is in %s', (version, range) => expect(satisfies(version, range)).toBe(true))

  it.each([
    ['19.3.0', '^19.3.1'],
    ['20.0.0', '^19.3.1'],
    ['19.4.0', '~19.3.1'],
    ['19.3.0', '>=19.3.1'],
    ['0.4.0', '^0.3.1'],
    ['0.0.4', '^0.0.3'],
    ['19.3.1', '19.3.2'],
    ['19.3.1-rc.1', '^19.3.0'],
    ['19.3.1', '19.x'],
    ['19.3.1', '^19 || ^20'],
    ['19.3.1', ''],
  ])('%s is not in %s', (version, range) => expect(satisfies(version, range)).toBe(false))
})
