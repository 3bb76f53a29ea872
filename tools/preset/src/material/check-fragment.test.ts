import { describe, expect, it } from 'vitest'
import { checkFragment } from './check-fragment.ts'
import { numberSlots } from './slots.ts'

const check = (html: string, reads: readonly string[]) => () => checkFragment(html, reads, '/money')

describe('a slot that the contract does not fill is refused', () => {
  const reads = ['/app/user/finance/balance?fw=true', '/app/app/task/list?limit=5']
  const slots = (of: string, slot: string, more = '') => `<i class="ac-sk"></i><p data-slots="${of}"${more}>${slot}</p>`
  const amount = '<b data-slot="amount" data-as="coin"></b>'
  it.each([
    [slots('2', amount), '/money: the route has no read 2'],
    [slots('0.rows', amount), 'no object or list at "rows"'],
    [slots('0.amount', amount), 'no object or list at "amount"'],
    [slots('0', '<b data-slot="total" data-as="coin"></b>'), '"total" in the answer of'],
    [slots('0', '<b data-slot="amount"></b>'), 'cannot be shown as text'],
    [slots('0', '<b data-slot="amount" data-as="toString"></b>'), 'cannot be shown as toString'],
    [slots('1.list', '<b data-slot="title"></b>', ' data-unless="state=1"'), 'has no "state"'],
    [`<h1>Money</h1><p data-slots="0">${amount}</p>`, 'does not follow the skeleton'],
    [`<p data-slots="0">${amount}</p>`, 'does not follow the skeleton'],
    ['<p style="color: red"></p>', 'no inline styles'],
  ])('%s', (html, why) => expect(check(html, reads)).toThrow(why))

  it('and passes with values of the contract', () => expect(check(slots('0', amount), reads)).not.toThrow())
})

it('a slot names a call that the route reads, and gets its number', () => {
  const reads = ['/app/app/task/list', '/app/user/finance/balance?fw=true']
  expect(numberSlots('<p data-slots="balance">', reads, '/money')).toBe('<p data-slots="1">')
  for (const name of ['agentState', 'balanec'])
    expect(() => numberSlots(`<p data-slots="${name}.list">`, reads, '/money')).toThrow(
      `/money: data-slots names "${name}"`,
    )
})
