import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Call } from './call.ts'
import * as contract from './index.ts'
import { ShapeSchema, shapeOf } from './shape.ts'

const calls = Object.values(contract as Record<string, unknown>).filter(
  (value): value is Call => typeof value === 'object' && value !== null && 'request' in value && 'response' in value,
)

describe('the shape of a schema', () => {
  it('describes fields, which may be absent, and whether others are refused', () => {
    const schema = v.strictObject({
      name: v.pipe(v.string(), v.trim(), v.maxLength(20)),
      note: v.optional(v.string()),
      kind: v.picklist(['b', 'a']),
    })
    expect(shapeOf(schema)).toEqual({
      kind: 'object',
      isClosed: true,
      optional: ['note'],
      fields: {
        name: { kind: 'string', rules: ['max_length 20'] },
        note: { kind: 'string' },
        kind: { kind: 'one', of: ['a', 'b'] },
      },
    })
  })

  it('describes lists, maps, alternatives and what is read whatever comes', () => {
    expect(shapeOf(v.array(v.nullable(v.number())))).toEqual({
      kind: 'list',
      item: { kind: 'either', shapes: [{ kind: 'number' }, { kind: 'null' }] },
    })
    expect(shapeOf(v.record(v.string(), v.boolean()))).toEqual({ kind: 'map', item: { kind: 'boolean' } })
    expect(shapeOf(v.object({ a: v.exactOptional(v.any()), b: v.nullish(v.unknown()) }))).toEqual({
      kind: 'object',
      optional: ['a', 'b'],
      fields: { a: { kind: 'any' }, b: { kind: 'either', shapes: [{ kind: 'any' }, { kind: 'null' }] } },
    })
    expect(shapeOf(v.fallback(v.picklist(['a']), 'a'))).toEqual({ kind: 'any' })
  })

  it('describes every call and event of the contract, and reads back from JSON', () => {
    expect(calls.length).toBeGreaterThan(40)
    for (const schema of [
      ...calls.flatMap(call => [call.request, call.response]),
      ...Object.values(contract.events).map(event => event.payload),
    ]) {
      const shape = shapeOf(schema)
      expect(v.parse(ShapeSchema, JSON.parse(JSON.stringify(shape)))).toEqual(shape)
    }
  })

  it('refuses a schema that nothing could be compared with', () => {
    expect(() => shapeOf(v.map(v.string(), v.string()))).toThrow('which the release gate cannot compare')
  })
})
