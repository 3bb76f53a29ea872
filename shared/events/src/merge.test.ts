import { Subject } from 'rxjs'
import { expect, test, vi } from 'vitest'
import { merge } from './index.ts'

test('merged streams give all values and end with the last stream or at the first error', () => {
  const [a, b] = [new Subject<string>(), new Subject<string>()]
  const observer = { next: vi.fn(), complete: vi.fn(), error: vi.fn() }
  const subscription = merge(a, b).subscribe(observer)
  a.next('a')
  b.next('b')
  a.complete()
  expect(observer.complete).not.toHaveBeenCalled()
  b.next('c')
  b.complete()
  expect([observer.next.mock.calls.flat(), observer.complete.mock.calls.length]).toEqual([['a', 'b', 'c'], 1])
  expect(subscription.closed).toBe(true)

  const [c, d] = [new Subject<string>(), new Subject<string>()]
  merge(c, d).subscribe(observer)
  c.error('broken')
  expect(observer.error).toHaveBeenCalledWith('broken')
  const left = merge(d).subscribe(observer)
  left.unsubscribe()
  expect(d.observed).toBe(false)
  merge().subscribe(observer)
  expect(observer.complete).toHaveBeenCalledTimes(2)
})
