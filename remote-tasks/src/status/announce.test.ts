import { bus } from '@adcoin/events'
import { expect, it } from 'vitest'
import { announce } from './announce.ts'

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
