import { expect, it } from 'vitest'
import { formatTransactionReference } from './share-receipt.tsx'

it.each([
  ['withdraw', '14', 'k3x9', 'WD-k3x9'],
  ['withdraw', '14', 'c23vrsk11gqt5sap', 'WD-c23v-rsk1-1gqt-5sap'],
  ['withdraw_refund', '36', 'k3x9', 'WD-k3x9'],
  ['ad_income', '15', 'q7', 'AD-q7'],
  ['share_income', '16', null, 'TX-16'],
  ['adjust', '17', 'uuid', 'TX-17'],
  ['withdraw', '18', null, 'TX-18'],
])('of %s %s is readable', (kind, id, ref_id, reference) => {
  expect(formatTransactionReference({ kind, id, ref_id })).toBe(reference)
})
