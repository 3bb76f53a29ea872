import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { leastCpu } from '../testing/least-cpu.ts'
import { MalformedJson, parseStrictJson } from './strict-json.ts'

describe('strict JSON', () => {
  it('reads whatever JSON.stringify writes, as JSON.parse does', () => {
    const text = fc.string({ unit: 'grapheme' }).filter(value => !value.includes('\0') && value.isWellFormed())
    const value = fc.letrec(tie => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 5 }),
        fc.dictionary(
          text.filter(key => key !== '__proto__'),
          tie('value'),
          { maxKeys: 5 },
        ),
      ),
    })).value
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2), (any, indent) => {
        const written = JSON.stringify(any, null, indent)
        expect(JSON.stringify(parseStrictJson(written))).toBe(JSON.stringify(JSON.parse(written)))
      }),
    )
  })

  it.each([
    ['nothing', ''],
    ['two values', '{} {}'],
    ['a comment', '{/**/}'],
    ['a trailing comma', '[1,]'],
    ['single quotes', "{'a':1}"],
    ['a byte order mark', '\ufeff{}'],
    ['NaN', 'NaN'],
    ['hex', '0x10'],
    ['a leading zero', '01'],
    ['a bare word', 'yes'],
    ['a key twice', '{"a":1,"a":2}'],
    ['a key twice, written differently', '{"a":1,"\\u0061":2}'],
    ['__proto__', '{"__proto__":{"isAdmin":1}}'],
    ['NUL in a text', '"a\\u0000b"'],
    ['a lone surrogate', '"\\ud800"'],
    ['a raw control character', '"a\nb"'],
    ['100,000 brackets', '['.repeat(100_000)],
    ['depth 13', '['.repeat(14) + ']'.repeat(14)],
    ['100,000 members', JSON.stringify(Array.from({ length: 100_000 }, () => 0))],
  ])('refuses %s within 20 ms', async (_name, text) => {
    expect(await leastCpu(() => expect(() => parseStrictJson(text)).toThrow(MalformedJson))).toBeLessThan(20)
  })

  it('makes objects without a prototype', () => {
    expect(Object.getPrototypeOf(parseStrictJson('{"constructor":1}'))).toBeNull()
  })
})
