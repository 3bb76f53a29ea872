import { expect, test } from 'vitest'
import { toPseudo, createPseudoRules } from './pseudo.ts'
import { listUnknownSheets } from './screens.ts'

test('the pseudo-language is accented, bracketed and at least 40 % longer, and keeps the values', () => {
  expect(toPseudo('Sell')).toBe('[Šéll]')
  for (const text of ['Withdraw', 'You see the price before you confirm.', 'The fee is {{fee}} of the amount.']) {
    const message = toPseudo(text)
    expect(message).toMatch(/^\[.*\]$/)
    expect(message.length).toBeGreaterThanOrEqual(Math.ceil(text.replace('{{fee}}', '').length * 1.4))
  }
  expect(toPseudo('The fee is {{fee}} of the amount.')).toContain('{{fee}}')
})

test('every text of the apps has a rule that finds it', () => {
  const rules = createPseudoRules()
  expect(rules.length).toBeGreaterThan(700)
  const found = rules.find(({ pattern }) => new RegExp(pattern).test('Offline. Showing data from 10:23 PM.'))
  expect(found?.text).toContain('Öfflîñé')
})

test('every sheet and dialog is known to the walks', () => expect(listUnknownSheets()).toEqual([]))
