// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { createHost, type HostParts } from './host.ts'

it('drops what an app emits over ten times in ten seconds, and reports it once', () => {
  vi.useFakeTimers()
  const [show, reportFailure] = [vi.fn(), vi.fn()]
  const parts = { toasts: { show }, composition: { reportFailure } } as unknown as HostParts
  const [loud, quiet] = [createHost('remote-team', parts), createHost('remote-wallet', parts)]
  for (let n = 0; n < 30; n += 1) loud.showToast(`${n}`)
  quiet.showToast('paid')
  expect(show.mock.calls.map(([text]) => text)).toEqual([...Array.from({ length: 10 }, (_, n) => `${n}`), 'paid'])
  expect(reportFailure).toHaveBeenCalledExactlyOnceWith('remote-team', 'runtime', expect.any(Error))
  vi.advanceTimersByTime(10_001)
  loud.showToast('later')
  expect(show).toHaveBeenLastCalledWith('later', undefined, undefined)
  vi.useRealTimers()
})
