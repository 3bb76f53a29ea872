import { describe, expect, it } from 'vitest'
import { findNextState, type BindStep } from './bind-states.ts'

describe('a social account', () => {
  it.each<[number, BindStep, number | undefined]>([
    [0, 'asked', 1],
    [1, 'asked', undefined],
    [2, 'asked', undefined],
    [3, 'asked', 1],
    [0, 'bound', undefined],
    [1, 'bound', 2],
    [2, 'bound', undefined],
    [3, 'bound', undefined],
    [0, 'failed', undefined],
    [1, 'failed', 3],
    [2, 'failed', undefined],
    [3, 'failed', undefined],
    [0, 'unbound', undefined],
    [1, 'unbound', undefined],
    [2, 'unbound', 0],
    [3, 'unbound', 0],
  ])('in state %i, %s, becomes %s', (status, step, expected) => {
    expect(findNextState(status, step)).toBe(expected)
  })
})
