import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { shapeOf, balance, events, type RemoteManifest } from '@adcoin/contract'
import { sourcesOf } from '@adcoin/checks/sources'
import { usesOf } from './uses.ts'

const folder = mkdtempSync(join(tmpdir(), 'adcoin-uses-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const manifest = { events: { out: ['wallet.balanceChanged@1'], in: [] } } as unknown as RemoteManifest

function write(file: string, text: string): void {
  mkdirSync(join(folder, 'src'), { recursive: true })
  writeFileSync(join(folder, 'src', file), text)
}

test('a remote uses the calls that its sources import, not those of tests and types, and the events of its manifest', () => {
  write('use-balance.ts', "import { balance, type Balance } from '@adcoin/contract'")
  write('use-balance.test.ts', "import { userState } from '@adcoin/contract'")
  write('row.tsx', "import type { withdrawLog } from '@adcoin/contract'")
  const { calls, events: used } = usesOf(sourcesOf(folder, 'remote-wallet'), manifest)
  expect(calls).toEqual({
    'GET /app/user/finance/balance': { request: shapeOf(balance.request), response: shapeOf(balance.response) },
  })
  expect(used).toEqual({ 'wallet.balanceChanged@1': shapeOf(events['wallet.balanceChanged'].payload) })
})

test('an import of the whole contract is refused: its uses are unknown', () => {
  write('all.ts', "import * as contract from '@adcoin/contract'")
  expect(() => usesOf(sourcesOf(folder, 'remote-wallet'), manifest)).toThrow('by name')
})
