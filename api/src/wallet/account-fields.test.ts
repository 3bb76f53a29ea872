import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { PaywayField } from '../database/column-types.ts'
import { nameAccount, readFields } from './account-fields.ts'

type PayWay = { readonly public_id: string; readonly fields: readonly PaywayField[] }
const { payway } = JSON.parse(readFileSync(new URL('../seed/reference.json', import.meta.url), 'utf8')) as {
  payway: readonly PayWay[]
}

/** The name of an account as a person types it. */
function name(way: string, account: string, bank: string, others: Readonly<Record<string, string>> = {}): string {
  const fields = payway.find(({ public_id }) => public_id === way)?.fields ?? []
  const read = readFields(fields, account, others)
  if ('wrong' in read) throw new Error(JSON.stringify(read.wrong))
  return nameAccount(fields, read.values, bank)
}

type Typed = readonly [account: string, bank: string, others?: Readonly<Record<string, string>>]
const clabe = '032180000118359719'
const routing = '021000021'

it.each<[way: string, one: Typed, other: Typed]>([
  ['mx-spei', [clabe, 'one'], [clabe, 'other']],
  ['pt-sepa', ['PT50000201231234567890154', 'one'], ['pt50 0002 0123 1234 5678 9015 4', 'other']],
  ['us-ach', ['12345678', 'one', { routing }], ['1234-5678', 'other', { routing }]],
  ['in-imps', ['123456789', 'one', { ifsc: 'HDFC0000001' }], ['123456789', 'other', { ifsc: 'HDFC0000002' }]],
  ['pt-mbway', ['912345678', ''], ['+351 912 345 678', '']],
  ['es-bizum', ['612345678', ''], ['34612345678', '']],
  ['br-pix', ['+5511912345678', ''], ['5511912345678', '']],
  ['br-pix', ['123.456.78901', ''], ['12345678901', '']],
  ['br-pix', ['Ana@Example.com', ''], ['ana@example.com', '']],
])('%s: %s and %s are one account', (way, one, other) => {
  expect(name(way, ...one)).toBe(name(way, ...other))
})

it.each<[way: string, one: Typed, other: Typed]>([
  ['us-ach', ['12345678', 'one', { routing }], ['12345678', 'one', { routing: '011401533' }]],
  ['br-transfer', ['12345', 'one', { branch: '0001' }], ['12345', 'other', { branch: '0001' }]],
  ['tw-transfer', ['1234567890', 'one'], ['1234567890', 'other']],
  ['br-pix', ['a.b@example.com', ''], ['ab@example.com', '']],
])('%s: %s and %s are two accounts', (way, one, other) => {
  expect(name(way, ...one)).not.toBe(name(way, ...other))
})
