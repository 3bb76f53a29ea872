import { describe, expect, it } from 'vitest'
import { acceptedSiblings } from './answers.ts'

const names = (accept: string | undefined) => acceptedSiblings(accept).map(({ encoding }) => encoding)

describe('choosing an encoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', ['br', 'gzip']],
    ['gzip', ['gzip']],
    ['br;q=0, gzip', ['gzip']],
    ['*', ['br', 'gzip']],
    ['*;q=0', []],
    ['identity', []],
    ['', []],
    ['GZIP;q=0.5', ['gzip']],
    ['br;q=0.000,*', ['gzip']],
  ])('reads "%s"', (accept, wanted) => expect(names(accept)).toEqual(wanted))

  it('compresses nothing for a client that accepts none', () => expect(names(undefined)).toEqual([]))
})
