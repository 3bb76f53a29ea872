import { balance, launch } from '@adcoin/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer } from './answer.ts'
import { failureOf, HttpFailure, parseSeconds } from './failure.ts'

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer
const read = (bytes: ArrayBuffer, status = 200) => {
  try {
    return readAnswer(balance, { status, bytes, header: () => undefined })
  } catch (error) {
    return error
  }
}

describe('whatever arrives', () => {
  it('is the data of the contract or an HttpFailure, and nothing else is thrown', () => {
    const anything = fc.oneof(
      fc.uint8Array().map(bytes => bytes.slice().buffer),
      fc.json().map(bytesOf),
      fc
        .record(
          {
            code: fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant(null)),
            msg: fc.anything(),
            data: fc.anything(),
          },
          { requiredKeys: [] },
        )
        .map(envelope =>
          bytesOf(JSON.stringify(envelope, (_, value: unknown) => (typeof value === 'bigint' ? null : value))),
        ),
    )
    fc.assert(
      fc.property(anything, fc.integer({ min: 100, max: 599 }), (bytes, status) => {
        expect(read(bytes, status)).toBeInstanceOf(HttpFailure)
      }),
    )
  })

  it('cannot be so deep that reading it breaks', () => {
    for (const text of [
      `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
      `{"code":0,"data":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
    ])
      expect(read(bytesOf(text))).toMatchObject({ kind: 'broken' })
  })

  it('changes no prototype', () => {
    expect(
      read(
        bytesOf(
          '{"code":400,"__proto__":{"polluted":1},"data":{"fields":{"__proto__":"x","constructor":"x","email":"required"}}}',
        ),
      ),
    ).toMatchObject({ kind: 'refused', fields: { email: 'required' } })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('is refused where one item of a list is none of the contract', () => {
    const answer = { claims: [{ key: 'x', value: 5 }] }
    expect(() =>
      readAnswer(launch, {
        status: 200,
        bytes: bytesOf(JSON.stringify({ code: 0, data: answer })),
        header: () => undefined,
      }),
    ).toThrow(HttpFailure)
  })
})

describe('seconds to wait', () => {
  const now = Date.parse('2026-03-10T12:00:00Z')
  it.each<[unknown, number | undefined]>([
    ['7', 7],
    [7.2, 8],
    [0, 0],
    ['Tue, 10 Mar 2026 12:01:30 GMT', 90],
    ['Tue, 10 Mar 2026 11:00:00 GMT', undefined],
    ['999999', 86_400],
    [1e12, 86_400],
    ['-5', undefined],
    [-5, undefined],
    ['soon', undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [null, undefined],
    [{}, undefined],
    [undefined, undefined],
  ])('of %j are %j', (value, seconds) => expect(parseSeconds(value, now)).toBe(seconds))
})

it('anything that was thrown becomes a failure without being looked into', () => {
  const trap = {
    get message() {
      throw new Error('trap')
    },
    get kind() {
      throw new Error('trap')
    },
  }
  for (const thrown of [null, undefined, 'x', 5, Object.freeze(new Error('x')), trap])
    expect(failureOf(thrown)).toMatchObject({ kind: 'broken', msg: '' })
})
