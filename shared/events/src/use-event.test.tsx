// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { bus, busTrace, emitterFor, forgetLast, onBusProblem, useEvent } from './index.ts'

const emit = emitterFor('team')
afterEach(cleanup)

it('a component receives events in the handler of its last render, until it unmounts', async () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const { rerender, unmount } = renderHook(({ handler }) => useEvent('team.inviterBound', handler), {
    initialProps: { handler: first },
  })
  rerender({ handler: second })
  await act(async () => void emit('team.inviterBound', { inviterId: 'u_1' }))
  unmount()
  await act(async () => void emit('team.inviterBound', { inviterId: 'u_2' }))
  expect([first.mock.calls, second.mock.calls]).toEqual([[], [[{ inviterId: 'u_1' }]]])
})

it('the page has one bus: traced, cleared on demand, with reports of problems', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const problems = vi.fn()
  const end = onBusProblem(problems)
  emitterFor('shell')('shell.languageChanged', { language: 'xx' } as never)
  expect(problems).toHaveBeenCalledTimes(1)
  end()
  emitterFor('shell')('shell.languageChanged', { language: 'pt_PT' })
  await act(async () => {})
  forgetLast()
  const listener = vi.fn()
  bus.on('shell.languageChanged', listener)
  await act(async () => {})
  expect(listener).not.toHaveBeenCalled()
  expect(busTrace().map(({ outcome }) => outcome)).toContain('refused')
})
