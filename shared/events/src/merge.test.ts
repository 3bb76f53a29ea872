import { Subject } from 'rxjs'
import { expect, test, vi } from 'vitest'
import { merge } from './index.ts'

test('merged streams give all values, end with the last one and at the first error, and are left together', () => {
  const [a, b] = [new Subject<string>(), new Subject<string>()]
  const heard = { next: vi.fn(), complete: vi.fn(), error: vi.fn() }
  const subscription = merge(a, b).subscribe(heard)
  a.next('a')
  b.next('b')
  a.complete()
  expect(heard.complete).not.toHaveBeenCalled()
  b.next('c')
  b.complete()
  expect([heard.next.mock.calls.flat(), heard.complete.mock.calls.length]).toEqual([['a', 'b', 'c'], 1])
  expect(subscription.closed).toBe(true)

  const [c, d] = [new Subject<string>(), new Subject<string>()]
  merge(c, d).subscribe(heard)
  c.error('broken')
  expect(heard.error).toHaveBeenCalledWith('broken')
  const left = merge(d).subscribe(heard)
  left.unsubscribe()
  expect(d.observed).toBe(false)
  merge().subscribe(heard)
  expect(heard.complete).toHaveBeenCalledTimes(2)
})
