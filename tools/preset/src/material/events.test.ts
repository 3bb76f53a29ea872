import type { RemoteManifest } from '@adcoin/contract'
import { expect, it } from 'vitest'
import { findEventProblems } from './events.ts'

const problems = (out: string[], heard: string[] = []) =>
  findEventProblems({ name: 'remote-team', events: { out, in: heard } } as unknown as RemoteManifest)

it('a manifest names events of the contract in their version, and emits only its own', () => {
  expect(problems(['team.inviterBound@1'], ['wallet.balanceChanged@1', 'shell.sessionEnded@1'])).toEqual([])
  for (const unknown of ['team.inviterLost@1', 'team.inviterBound@2'])
    expect(problems([unknown])).toEqual([expect.stringContaining(`the contract has no event ${unknown}`)])
  expect(problems([], ['wallet.gone@1'])).toEqual([expect.stringContaining('no event wallet.gone@1')])
  expect(problems(['wallet.balanceChanged@1'])).toEqual([expect.stringContaining('only its owner may say')])
})
