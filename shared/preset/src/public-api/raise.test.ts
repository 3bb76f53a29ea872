import { describe, expect, it } from 'vitest'
import { differenceOf, leastVersion, raised } from './raise.ts'
import type { Exports, PublicApi } from './public-api.ts'

const recorded: PublicApi = {
  version: '1.2.0',
  exports: { ui: { Button: { since: '1.0.0', shape: 'a' }, Hint: { since: '1.2.0', shape: 'b' } } },
}
const same: Exports = { ui: { Button: 'a', Hint: 'b' } }
const more: Exports = { ui: { Badge: 'c', Button: 'a', Hint: 'b' } }
const changed: Exports = { ui: { Button: 'other', Hint: 'b' } }
const fewer: Exports = { ui: { Button: 'a' } }
const renamed: Exports = { ui: { Button: 'a', Note: 'b' } }

describe('the version of a package that exists once in a page', () => {
  it.each([
    ['nothing changed', same, '1.2.0'],
    ['an export is new', more, '1.3.0'],
    ['an export is declared otherwise', changed, '1.3.0'],
    ['an export is gone', fewer, '2.0.0'],
    ['an export has another name', renamed, '2.0.0'],
    ['a module is gone', {}, '2.0.0'],
    ['there is another module', { ...same, 'ui/pages': { Card: 'd' } }, '1.3.0'],
  ])('where %s is at least', (_, exports, version) =>
    expect(leastVersion(recorded, differenceOf(recorded, exports))).toBe(version),
  )

  it('records of each export since when it is as it is now', () => {
    expect(raised(recorded, more, '1.2.0').exports).toEqual({
      ui: {
        Badge: { since: '1.3.0', shape: 'c' },
        Button: { since: '1.0.0', shape: 'a' },
        Hint: { since: '1.2.0', shape: 'b' },
      },
    })
    expect(raised(recorded, changed, '1.2.0').exports['ui']?.['Button']).toEqual({ since: '1.3.0', shape: 'other' })
  })

  it('keeps a higher number that a person wrote, and never goes below the one that is recorded', () => {
    expect(raised(recorded, more, '1.2.0').version).toBe('1.3.0')
    expect(raised(recorded, more, '1.5.0').version).toBe('1.5.0')
    expect(raised(recorded, same, '1.2.1').version).toBe('1.2.1')
    expect(raised(recorded, same, '1.1.0').version).toBe('1.2.0')
  })

  it('counts every export anew from a major: no older shell has any of them for a remote that is built now', () => {
    expect(raised(recorded, fewer, '1.2.0')).toEqual({
      version: '2.0.0',
      exports: { ui: { Button: { since: '2.0.0', shape: 'a' } } },
    })
    expect(raised(recorded, same, '2.0.0').exports['ui']?.['Hint']?.since).toBe('2.0.0')
  })
})
