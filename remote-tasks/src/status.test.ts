import { bus } from '@adcoin/events'
import { expect, it, describe } from 'vitest'
import { announce, isUndecided, stageOf } from './status.tsx'

it('shows a decision once, however often it is seen, and never the first sight of a task', async () => {
  const events: string[] = []
  const stops = [
    bus.on('tasks.taskChanged', ({ reviewStatus }) => void events.push(`changed ${reviewStatus}`)),
    bus.on('tasks.rewardPaid', ({ reward }) => void events.push(`paid ${reward.amount}`)),
  ]
  const task = { assignment_id: 'a_once', reward: '1200' }
  const inReview = { ...task, exec_status: 1, review_status: 1 }
  const passed = { ...task, exec_status: 3, review_status: 2 }
  for (const seen of [inReview, inReview, passed, passed, passed]) announce([seen])
  announce([{ ...task, assignment_id: null, exec_status: null, review_status: null }])
  await Promise.resolve()
  expect(events).toEqual(['changed 2', 'paid 1200'])
  for (const stop of stops) stop()
})

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
