import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  toAppealed,
  toFailed,
  isOpen,
  maxAttempts,
  toPassed,
  toRejectedAgain,
  received,
  toStopped,
  toSubmitted,
  type TaskStates,
} from './task-states.ts'

const steps = { submitted: toSubmitted, passed: toPassed, failed: toFailed, stopped: toStopped }
type Step = keyof typeof steps
const walk = (path: readonly Step[]): TaskStates | undefined =>
  path.reduce<TaskStates | undefined>((states, step) => states && steps[step](states), received)

describe('a claimed task', () => {
  it('is sent, fails, is sent again and passes', () => {
    expect(walk(['submitted'])).toEqual({ exec: 1, review: 1, attempt: 1 })
    expect(walk(['submitted', 'failed'])).toEqual({ exec: 4, review: 3, attempt: 1 })
    expect(walk(['submitted', 'failed', 'submitted', 'passed'])).toEqual({ exec: 3, review: 2, attempt: 2 })
  })

  it('is reviewed even when time runs out after it was sent', () => {
    expect(walk(['submitted', 'stopped'])).toBeUndefined()
  })

  it('stays failed after the third failure', () => {
    const thrice: Step[] = ['submitted', 'failed', 'submitted', 'failed', 'submitted', 'failed']
    expect(walk(thrice)).toEqual({ exec: 4, review: 3, attempt: 3 })
    expect(walk([...thrice, 'submitted'])).toBeUndefined()
    expect(walk([...thrice, 'stopped'])).toBeUndefined()
  })

  it('waits again once its failure is appealed, and is as before when that is rejected', () => {
    for (const path of [['submitted', 'failed'] as Step[], ['submitted', 'failed', 'stopped'] as Step[]]) {
      const before = walk(path) ?? received
      const open = toAppealed(before) ?? received
      expect(open).toEqual({ exec: 1, review: 1, attempt: 1 })
      expect(toStopped(open)).toBeUndefined()
      expect(toPassed(open)).toEqual({ exec: 3, review: 2, attempt: 1 })
      expect(toRejectedAgain(open, before.exec)).toEqual(before)
    }
    const others: Step[][] = [[], ['submitted'], ['submitted', 'passed'], ['stopped']]
    for (const path of others) expect(toAppealed(walk(path) ?? received)).toBeUndefined()
  })

  it('never leaves success or stopped, never passes without a review, never exceeds the attempts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<Step>('submitted', 'passed', 'failed', 'stopped'), { maxLength: 30 }),
        path => {
          let states = received
          for (const step of path) {
            const next = steps[step](states)
            if (!next) continue
            expect([2, 3]).not.toContain(states.exec)
            if (next.exec === 3) expect(states.review).toBe(1)
            expect(next.attempt).toBeLessThanOrEqual(maxAttempts)
            states = next
          }
        },
      ),
    )
  })

  it('is in one of six pairs of execution and review only', () => {
    const reached = new Set<string>()
    const visit = (states: TaskStates): void => {
      const key = `${states.exec}/${states.review}/${states.attempt}`
      if (reached.has(key)) return
      reached.add(key)
      for (const step of Object.values(steps)) {
        const next = step(states)
        if (next) visit(next)
      }
    }
    visit(received)
    expect([...new Set([...reached].map(key => key.slice(0, 3)))].sort()).toEqual([
      '0/0',
      '1/1',
      '2/0',
      '2/3',
      '3/2',
      '4/3',
    ])
    expect(isOpen({ exec: 9, review: 9, attempt: 0 })).toBe(false)
  })
})
