import type { BoundAccount, TaskItem } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { findNextStep } from './next-step.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const unclaimed = { exec_status: null, review_status: null, deadline_at: null, lock: null, minutes: 10, reward: '100' }
const task = (id: string, more: Partial<TaskItem> = {}) => ({ id, ...unclaimed, ...more }) as TaskItem
const createClaimedTask = (id: string, deadline_at: string) =>
  task(id, { exec_status: 0, review_status: 0, deadline_at })
const account = (bind_status: number) => ({ bind_status }) as BoundAccount
const step = (tasks: readonly TaskItem[], ...accounts: readonly BoundAccount[]) => {
  const next = findNextStep(tasks, accounts, now)
  if (!next) return next
  return 'task' in next ? `${next.do} ${next.task.id}` : next.do
}

describe('the next step', () => {
  it('is the claim whose time ends first, also a refused one with tries left', () => {
    const late = createClaimedTask('late', '2026-03-02T12:00:00Z')
    const refused = {
      ...createClaimedTask('refused', '2026-03-01T18:00:00Z'),
      exec_status: 4,
      review_status: 3,
      attempts_left: 1,
    }
    expect(step([task('easy'), late, refused])).toBe('send refused')
    expect(step([late, { ...refused, attempts_left: 0 }])).toBe('send late')
    expect(step([createClaimedTask('over', '2026-03-01T11:00:00Z'), task('easy')])).toBe('claim easy')
  })

  it('is the first open task, and to link an account only when every other task needs one', () => {
    const locked = task('locked', { lock: 'need_bind' })
    expect(step([task('first'), task('short', { minutes: 2 }), locked])).toBe('claim first')
    const inReview = task('sent', { exec_status: 1, review_status: 1 })
    expect(step([inReview, locked])).toBe('link')
    expect(step([inReview, locked], account(3))).toBe('link')
    expect(step([inReview, locked], account(1))).toBe('checking')
    expect(step([inReview, locked], account(2))).toBe('wait sent')
  })

  it('is known before the accounts are, unless it depends on them', () => {
    const locked = task('locked', { lock: 'need_bind' })
    expect(findNextStep([task('first'), locked], undefined, now)).toMatchObject({ do: 'claim' })
    expect(findNextStep([locked], undefined, now)).toBeUndefined()
  })

  it('is to wait while something is reviewed, and nothing when all is done', () => {
    const passed = task('passed', { exec_status: 3, review_status: 2 })
    expect(step([task('sent', { exec_status: 1, review_status: 1 }), passed])).toBe('wait sent')
    expect(step([passed, task('full', { lock: 'task_full' })])).toBe('done')
  })
})
