import { describe, expect, it } from 'vitest'
import { raisePlatform } from './raise.ts'
import type { Platform, Shapes } from './platform.ts'

const written: Platform = {
  version: '1.2.0',
  names: {
    ui: { Button: { since: '1.0.0', shape: 'a' }, Hint: { since: '1.2.0', shape: 'b' } },
    libraries: { react: { since: '1.1.0', shape: '19.3.1' } },
  },
}
const now = (ui: Shapes[string], react = '19.3.1'): Shapes => ({ ui, libraries: { react } })
const same = { Button: 'a', Hint: 'b' }
const fewer = now({ Button: 'a' })

describe('the version of the platform', () => {
  it.each([
    ['nothing changed', now(same), '1.2.0'],
    ['a name is new', now({ ...same, Badge: 'c' }), '1.3.0'],
    ['a name is declared otherwise', now({ ...same, Button: 'other' }), '1.3.0'],
    ['a name is gone', fewer, '2.0.0'],
    ['a name is another', now({ Button: 'a', Note: 'b' }), '2.0.0'],
    ['a group is gone', { libraries: { react: '19.3.1' } }, '2.0.0'],
    ['a group is new', { ...now(same), icons: { home: '' } }, '1.3.0'],
    ['a library is newer', now(same, '19.4.0'), '1.3.0'],
    ['a library is older', now(same, '19.3.0'), '2.0.0'],
    ['a library has another major', now(same, '20.0.0'), '2.0.0'],
  ])('where %s is', (_, shapes, version) => expect(raisePlatform(written, shapes).version).toBe(version))

  it('leaves at each name since when it is as it is now', () =>
    expect(raisePlatform(written, now({ Badge: 'c', Button: 'other', Hint: 'b' }))).toEqual({
      version: '1.3.0',
      names: {
        ui: {
          Badge: { since: '1.3.0', shape: 'c' },
          Button: { since: '1.3.0', shape: 'other' },
          Hint: { since: '1.2.0', shape: 'b' },
        },
        libraries: { react: { since: '1.1.0', shape: '19.3.1' } },
      },
    }))

  it('is a higher one that a person wrote, and begins as that', () => {
    expect(raisePlatform({ ...written, version: '1.5.0' }, now({ ...same, Badge: 'c' })).version).toBe('1.5.0')
    expect(raisePlatform({ ...written, version: '1.1.0' }, now(same)).version).toBe('1.2.0')
    expect(raisePlatform({ version: '1.11.0', names: {} }, fewer).names['ui']).toEqual({
      Button: { since: '1.11.0', shape: 'a' },
    })
  })

  it('starts from zero with a major: no older shell has any name for a remote that is built now', () => {
    expect(raisePlatform(written, fewer).names['ui']).toEqual({ Button: { since: '2.0.0', shape: 'a' } })
    expect(raisePlatform({ ...written, version: '2.0.0' }, now(same)).names['ui']?.['Hint']?.since).toBe('2.0.0')
  })
})
