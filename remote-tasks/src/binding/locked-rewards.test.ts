import type { TaskItem } from '@adcoin/contract'
import { expect, it } from 'vitest'
import { countLocked } from './locked-rewards.ts'

const open = { exec_status: null, review_status: null, lock: null } as TaskItem
const locked = { ...open, lock: 'need_bind' } as TaskItem
const full = { ...open, lock: 'task_full' } as TaskItem

it.each([
  ['all are listed', [open, open, locked], false, 1],
  ['the others are on the next page', [open, open, locked], true, 5],
  ['none is listed yet', [open, open], true, 0],
  ['the day’s limit is lower', Array<TaskItem>(9).fill(locked), false, 7],
  ['one is full', [open, full, locked], false, 1],
])('counts the tasks that need an account of a day of seven: %s', (_, list, has_more, count) => {
  const today = { limit: 7, received: 0, submitted: 0, passed: 0, left_to_earn: '0' }
  expect(countLocked({ list, next_cursor: null, has_more, today })).toBe(count)
})
