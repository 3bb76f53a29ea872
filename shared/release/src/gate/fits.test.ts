import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { shapeOf } from '@adcoin/contract'
import { misfits } from './fits.ts'

const between = (sent: v.GenericSchema, understood: v.GenericSchema) =>
  misfits(shapeOf(sent), shapeOf(understood)).map(({ at, says }) => `${at}: ${says}`)

describe('what is sent fits what is understood', () => {
  it.each([
    ['the same', v.object({ a: v.string() }), v.object({ a: v.string() })],
    ['one more field where more are ignored', v.object({ a: v.string(), b: v.string() }), v.object({ a: v.string() })],
    ['an optional field that is not sent', v.object({}), v.object({ a: v.optional(v.string()) })],
    ['fewer values', v.picklist(['a']), v.picklist(['a', 'b'])],
    ['a word where any text is taken', v.picklist(['a']), v.string()],
    ['something where also nothing is taken', v.string(), v.nullable(v.string())],
    ['a shorter text', v.pipe(v.string(), v.maxLength(10)), v.pipe(v.string(), v.maxLength(20))],
    ['a longer text', v.pipe(v.string(), v.minLength(10)), v.pipe(v.string(), v.minLength(5))],
    ['a number of a few where any number is taken', v.literal(1), v.number()],
    ['anything where anything is read', v.unknown(), v.fallback(v.picklist(['a']), 'a')],
    ['a list of what fits', v.array(v.object({ a: v.string(), b: v.number() })), v.array(v.object({ a: v.string() }))],
  ])('%s', (_, sent, understood) => expect(between(sent, understood)).toEqual([]))

  it.each([
    ['a removed field', v.object({}), v.object({ a: v.string() }), 'a: the field is required, and is not sent'],
    [
      'a field that became optional',
      v.object({ a: v.optional(v.string()) }),
      v.object({ a: v.string() }),
      'a: the field is required, and may be absent',
    ],
    [
      'a field that is no longer taken',
      v.strictObject({ a: v.string() }),
      v.strictObject({}),
      'a: the field is sent, and no longer taken',
    ],
    ['another type', v.object({ a: v.number() }), v.object({ a: v.string() }), 'a: number where string is expected'],
    ['a new value', v.picklist(['a', 'c']), v.picklist(['a', 'b']), ': the value "c" is unknown'],
    [
      'any text where words are understood',
      v.string(),
      v.picklist(['a']),
      ': string may be any, only a are understood',
    ],
    ['nothing where something is expected', v.nullable(v.string()), v.string(), ': null where string is expected'],
    [
      'a narrower text',
      v.pipe(v.string(), v.maxLength(20)),
      v.pipe(v.string(), v.maxLength(10)),
      ': the rule "max_length 10" is not kept',
    ],
    [
      'a text that may be shorter',
      v.pipe(v.string(), v.minLength(5)),
      v.pipe(v.string(), v.minLength(10)),
      ': the rule "min_length 10" is not kept',
    ],
    [
      'a limit of another kind',
      v.pipe(v.string(), v.maxLength(3)),
      v.pipe(v.string(), v.maxBytes(30)),
      ': the rule "max_bytes 30" is not kept',
    ],
    ['a word where a number is understood', v.picklist(['a']), v.number(), ': a is no number'],
    ['what is none of several', v.number(), v.union([v.string(), v.boolean()]), ': number is none of string, boolean'],
    ['a new pattern', v.string(), v.pipe(v.string(), v.regex(/^x$/)), ': the rule "regex /^x$/" is not kept'],
    [
      'deep in a list',
      v.array(v.object({ a: v.object({ b: v.number() }) })),
      v.array(v.object({ a: v.object({ b: v.string() }) })),
      '[].a.b: number where string is expected',
    ],
    [
      'a map of others',
      v.record(v.string(), v.number()),
      v.record(v.string(), v.string()),
      '[]: number where string is expected',
    ],
  ])('but not %s', (_, sent, understood, says) => expect(between(sent, understood)).toEqual([says]))
})
