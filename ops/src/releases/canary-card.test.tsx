// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { RunningCanary } from '@adcoin/contract/operations'
import { CanaryCard } from './canary-card.tsx'

afterEach(cleanup)

const app = 'remote-team'
const canary: RunningCanary = {
  release: '1.1.0-0123456789ab',
  ...{ share: 10, since: '2026-01-01T00:00:00.000Z', manual: false, decision: 'wait', stopAt: 250 },
  why: 'failed 2 of 41 with it and 1 of 380 without',
  browsers: { canary: 41, others: 380 },
  measures: [
    { measure: 'failed', canary: 2, others: 1, evidence: 31.7 },
    { measure: 'cards', canary: 0, others: 0, evidence: 1 },
    { measure: 'late', canary: 20, others: 190, evidence: 0.84 },
    { measure: 'silent', canary: 41, others: 380, evidence: 0.5 },
  ],
  evidence: 16.2,
}
const judge = { name: 'ana@ops', secondsAgo: 3 }
const readFact = (term: string) => screen.getByText(term).nextElementSibling?.textContent

it('shows the figures of both sides, the evidence of each measure, and the reason of the judge', () => {
  render(<CanaryCard app={app} judge={judge} canary={canary} onOperation={() => undefined} />)
  expect(screen.getByText('Canary on 10 % of browsers')).toBeTruthy()
  expect(screen.getByText('The judge waits')).toBeTruthy()
  expect(screen.getByText(`${canary.why}.`)).toBeTruthy()
  expect(readFact('Browsers')).toBe('41 with it, 380 without')
  expect(readFact('Failures')).toBe('2 with it, 1 without, evidence 31')
  expect(readFact('Time to content')).toBe('20 with it, 190 without, evidence 0.8')
  expect(readFact('Browsers without a report')).toBe('evidence 0.5')
  expect(readFact('All evidence')).toBe('16; the canary stops at 250')
})

it('shows that the figures are unknown while the collector is down', () => {
  const why = 'browser reports cannot be read'
  const silent = { ...canary, why, browsers: null, measures: null, evidence: null, stopAt: null, manual: true }
  render(<CanaryCard app={app} judge={judge} canary={silent} onOperation={() => undefined} />)
  expect(screen.getByText(`${why}.`)).toBeTruthy()
  expect(screen.queryByText('Failures')).toBeNull()
  expect(screen.getByText(/A person decides/)).toBeTruthy()
})

it('shows which judge ran last, or that none is running', () => {
  const { rerender } = render(<CanaryCard app={app} judge={judge} canary={canary} onOperation={() => undefined} />)
  expect(screen.getByText(/The judge decides \(ana@ops, last run 3 s ago\)/)).toBeTruthy()
  for (const none of [null, { ...judge, secondsAgo: 61 }]) {
    rerender(<CanaryCard app={app} judge={none} canary={canary} onOperation={() => undefined} />)
    expect(screen.getByText(/No judge is running/)).toBeTruthy()
  }
})

it('stops, pauses, resumes and promotes', () => {
  const onOperation = vi.fn()
  const { rerender } = render(<CanaryCard app={app} judge={judge} canary={canary} onOperation={onOperation} />)
  fireEvent.click(screen.getByRole('button', { name: `Pause the judge of ${app}` }))
  rerender(<CanaryCard app={app} judge={judge} canary={{ ...canary, manual: true }} onOperation={onOperation} />)
  fireEvent.click(screen.getByRole('button', { name: `Resume the judge of ${app}` }))
  fireEvent.click(screen.getByRole('button', { name: `Stop the canary of ${app}` }))
  fireEvent.click(screen.getByRole('button', { name: `Promote the canary of ${app}` }))
  expect(onOperation.mock.calls).toEqual([
    [{ action: 'pause', app }],
    [{ action: 'resume', app }],
    [{ action: 'stop', app }],
    [{ action: 'promote', app, release: canary.release }],
  ])
})
