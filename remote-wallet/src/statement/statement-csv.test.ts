import { expect, it } from 'vitest'
import { coins } from '@adcoin/testing'
import type { T } from '@adcoin/i18n'
import type en from '../../locales/en_US.json'
import { createStatementCsv } from './statement-csv.ts'
import type { CompleteStatement } from './use-statement.ts'

const none = { ad_income: '0', share_income: '0', adjusted: '0', withdrawn: '0', fees: '0' }
const coin = { currency: 'ADC', scale: 2 }
const income: CompleteStatement['list'][number] = {
  id: 'x_1',
  direction: 'income',
  kind: 'ad_income',
  title: 'Trail bottle',
  amount: coins(1200.5),
  ...coin,
  balance_after: coins(1300.5),
  ref_id: 'c23vrsk1',
  status: null,
  created_at: '2026-11-28T16:22:31.000Z',
}

function create(time_zone: string, ...changes: Partial<typeof income>[]): string {
  const list = changes.map(change => ({ ...income, ...change }))
  const statement: CompleteStatement = {
    month: '2026-11',
    time_zone,
    opening: '0',
    closing: '0',
    ...coin,
    list,
    next_cursor: null,
    totals: none,
    year: none,
    months: [],
  }
  return createStatementCsv(statement, (key => key) as T<typeof en>)
}

it('has a byte order mark, a head, and lines that end as RFC 4180 asks', () => {
  expect(create('UTC', {})).toBe(
    '\ufeffhistory.when,history.kindLabel,history.title,history.reference,history.amount,history.after,statement.currency\r\n' +
      '2026-11-28T16:22:31+00:00,history.kind.ad_income,Trail bottle,AD-c23v-rsk1,1200.50,1300.50,Ad Coin\r\n',
  )
})

it('describes a movement by its friend or state where the title is only the kind again', () => {
  const friend = { user_id: '51364924', nick_name: 'Luis' }
  const lines = create(
    'UTC',
    { kind: 'share_income', title: 'Team income', friend },
    { kind: 'withdraw', title: 'Withdrawal', status: 'paid' },
    { kind: 'adjust', title: 'history.kind.adjust' },
  )
  expect(lines.split('\r\n').map(line => line.split(',')[2])).toEqual([
    'history.title',
    'ID 51364924 · Luis',
    'withdraw.pill.paid',
    '',
    undefined,
  ])
})

it.each([
  ['America/Mexico_City', '2026-11-28T10:22:31-06:00'],
  ['Asia/Kolkata', '2026-11-28T21:52:31+05:30'],
])('has its instants in %s', (zone, instant) => {
  expect(create(zone, {}).split('\r\n')[1]).toContain(`${instant},`)
})

it('keeps an expense a number', () => {
  expect(create('UTC', { amount: coins(-0.05) })).toContain(',-0.05,')
})

it.each([
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  [' @sum(A1)', "' @sum(A1)"],
  ['＝1', "'＝1"],
  ['Bottle, large', '"Bottle, large"'],
  ['two\nlines', '"two\nlines"'],
])('writes the title %j as text that no spreadsheet runs or splits', (title, cell) => {
  expect(create('UTC', { title })).toContain(`,${cell},AD-`)
})
