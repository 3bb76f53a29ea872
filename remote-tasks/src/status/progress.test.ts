import { describe, expect, it } from 'vitest'
import { isUndecided, stageOf } from './progress.ts'

describe('the stage of a task', () => {
  it.each([
    [null, null, 'unclaimed'],
    [0, 0, 'yourTurn'],
    [1, 1, 'review'],
    [3, 2, 'passed'],
    [4, 3, 'failed'],
    [2, 0, 'stopped'],
    [2, 3, 'stopped'],
    [1, 9, 'unknown'],
  ])('with execution %s and review %s is %s', (exec_status, review_status, stage) => {
    expect(stageOf({ exec_status, review_status })).toBe(stage)
  })

  it('is undecided only while a person reviews', () => {
    expect(isUndecided({ exec_status: 1, review_status: 1 })).toBe(true)
    expect(isUndecided({ exec_status: 3, review_status: 2 })).toBe(false)
    expect(isUndecided({ exec_status: 2, review_status: 1 })).toBe(false)
  })
})
