import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RemoteManifest } from '@adcoin/contract'
import { repositoryRoot } from '@adcoin/checks/repository'
import { withParts } from './fragment-parts.ts'
import { checkSlots } from './fragment-slots.ts'
import { numberedSlots } from './slots.ts'

const check = (html: string, reads: readonly string[]) => () => checkSlots(html, reads, 'fragments/money.html')

describe('a slot that the contract does not fill is refused', () => {
  const reads = ['/app/user/finance/balance?fw=true', '/app/app/task/list?limit=5']
  const slots = (of: string, slot: string, more = '') => `<i class="ac-sk"></i><p data-slots="${of}"${more}>${slot}</p>`
  const amount = '<b data-slot="amount" data-as="coin"></b>'
  it.each([
    [slots('2', amount), 'fragments/money.html: the route has no read 2'],
    [slots('0.rows', amount), 'no object or list at "rows"'],
    [slots('0.amount', amount), 'no object or list at "amount"'],
    [slots('0', '<b data-slot="total" data-as="coin"></b>'), '"total" in the answer of'],
    [slots('0', '<b data-slot="amount"></b>'), 'cannot be shown as text'],
    [slots('0', '<b data-slot="amount" data-as="toString"></b>'), 'cannot be shown as toString'],
    [slots('1.list', '<b data-slot="title"></b>', ' data-unless="state=1"'), 'has no "state"'],
    [`<h1>Money</h1><p data-slots="0">${amount}</p>`, 'does not follow the skeleton'],
    [`<p data-slots="0">${amount}</p>`, 'does not follow the skeleton'],
  ])('%s', (html, why) => expect(check(html, reads)).toThrow(why))

  it('and passes with values of the contract', () => expect(check(slots('0', amount), reads)).not.toThrow())
})

it.each(['remote-auth', 'remote-tasks', 'remote-wallet', 'remote-team'])('the fragments of %s pass', app => {
  const folder = join(repositoryRoot, app, 'fragments')
  const { routes } = JSON.parse(readFileSync(join(folder, '../remote.json'), 'utf8')) as RemoteManifest
  const pages = readdirSync(folder)
  expect(pages).not.toEqual([])
  for (const page of pages) {
    const { reads = [] } = routes.find(({ path }) => path === `/${page.replace('.html', '')}`) ?? {}
    const html = numberedSlots(withParts(readFileSync(join(folder, page), 'utf8')), reads, page)
    expect(check(html, reads)).not.toThrow()
  }
})
