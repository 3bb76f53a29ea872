// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { findHandOver, parseHandOver } from './parse-hand-over.ts'

const token = 'session-of-ana-0123456789abcdef'

describe('a native hand-over', () => {
  it.each([
    [`{"authorized_key":"${token}"}`],
    [`{"authorized_key":"${token}","login_type":"mobile","list":[{"a":1},{"a":2}]}`],
    [`{"authorized_key":"${token}","__proto__":{"isAdmin":1}}`],
    [`{"note":"{\\"authorized_key\\":[[[[[[[[[[","authorized_key":"${token}"}`],
  ])('%s is taken, its other keys ignored', text => {
    expect(parseHandOver(text)).toEqual({ ok: true, token })
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  })

  it.each(
    [
      ['', '{', '[]', 'null', '"x"', '1', 'true', '{}', `["${token}"]`, undefined, null, 7, { authorized_key: token }],
      [
        '{"authorized_key":7}',
        '{"authorized_key":null}',
        '{"authorized_key":""}',
        '{"authorized_key":"null"}',
        '{"authorized_key":"with space"}',
        '{"authorized_key":"ünïcode"}',
        '{"authorized_key":["x"]}',
      ],
      [
        `{"authorized_key":"${'x'.repeat(513)}"}`,
        `{"authorized_key":"${token}","a":"${'x'.repeat(1_000_000)}"}`,
        '['.repeat(10_000),
        `{"authorized_key":"${token}","a":${'['.repeat(9)}${']'.repeat(9)}}`,
      ],
      [
        `{"authorized_key":"${token}","authorized_key":"other-token-0123456789"}`,
        `{"authorized_key":"${token}","authorized\\u005fkey":"other-token-0123456789"}`,
        `{"authorized_key":"${token}","a":{"b":1,"b":2}}`,
      ],
      [`{"__proto__":{"authorized_key":"${token}"}}`],
    ].flat(),
  )('%j is refused', text => {
    expect(parseHandOver(text)).toEqual({ ok: false })
  })

  it('is refused in no time, however it is built to be slow', () => {
    const before = performance.now()
    for (const text of ['"'.repeat(8192), '\\'.repeat(8192), `{"a":"${'\\"'.repeat(4000)}`, '"\\'.repeat(4096)])
      parseHandOver(text)
    expect(performance.now() - before).toBeLessThan(2_000)
  })
})

describe('the address of a hand-over', () => {
  const json = `{"authorized_key":"${token}&+%"}`
  it.each([
    [`#data=${encodeURIComponent(json)}`, '', json],
    ['', `?data=${encodeURIComponent(json)}`, json],
    ['', `?from=app&data=${encodeURIComponent(json)}&x=1`, json],
    [`#data=${encodeURIComponent(json)}`, '?data=other', json],
    ['', '', undefined],
    ['#top', '?metadata=1', undefined],
    ['#data=', '', ''],
    ['#data=%F0%28', '', ''],
    ['', '?data=a&data=b', ''],
  ])('%s %s holds %j', (hash, search, expected) => {
    expect(findHandOver({ hash, search })).toBe(expected)
  })
})
