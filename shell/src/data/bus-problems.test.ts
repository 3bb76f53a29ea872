import { emitterFor, voiceOf } from '@adcoin/events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reportBusProblems } from './start-data.ts'

let end = () => {}
const report = vi.fn()
const emitAs = (speaker: string, owner: string, name: string, payload: unknown) =>
  (voiceOf(speaker)(owner as 'wallet') as (name: string, payload: unknown) => boolean)(name, payload)

beforeEach(() => {
  report.mockReset()
  end = reportBusProblems(report)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  end()
  vi.restoreAllMocks()
})

it('a remote that takes another’s voice is reported by its own name', () => {
  expect(emitAs('team', 'wallet', 'wallet.balanceChanged', { amount: '99999999', hold: '0', version: 9 })).toBe(false)
  expect(report.mock.calls).toEqual([
    ['remote-team', 'bus: wallet.*: asked for the emitter of wallet, which only wallet has'],
    ['remote-team', 'bus: wallet.balanceChanged: team may not emit wallet.*'],
  ])
})

it('a report holds nothing of a payload, and there are few of them', () => {
  for (let turn = 0; turn < 50; turn += 1)
    emitAs('tasks', 'tasks', 'tasks.accountBound', { accountId: 5, bindStatus: 'secret' })
  expect(report).toHaveBeenCalledTimes(5)
  expect(JSON.stringify(report.mock.calls)).not.toContain('secret')
  expect(report).toHaveBeenCalledWith('remote-tasks', 'bus: tasks.accountBound: the payload does not match')
})

it('a mistake of the shell is the shell’s', () => {
  ;(emitterFor('shell') as (name: string, payload: unknown) => boolean)('shell.nothing', {})
  expect(report).toHaveBeenCalledWith('shell', expect.stringContaining('there is no such event'))
})
