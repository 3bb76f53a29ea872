import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { apiCodes } from '@adcoin/contract'
import { withParts } from '@adcoin/preset/fragment-parts'
import { numberedSlots } from '@adcoin/preset/slots'
import { describe, expect, it } from 'vitest'
import { builtFixture } from '../../../tests/fixture-apps.ts'
import { refusedFragments } from '../../../tests/mistakes.ts'
import { refusalsOf } from '../../../tests/refusals-of.ts'
import { whyNotFilled, whyNotInert } from './fragments.ts'

const fragments = Object.fromEntries(apiCodes.map(code => [`/team|${code}`, 'team.html']))
const withFragment = (html: string) =>
  builtFixture('remote-team', { build: { fragments }, files: { 'team.html': html } })

describe('a fragment that is more than plain markup is refused', () => {
  it.each(refusedFragments)('%j', (html, why) => {
    const found = refusalsOf(withFragment(html))
    expect(found.map(({ rule }) => rule)).toEqual(apiCodes.map(() => 'fragments'))
    expect(found[0]?.says).toContain(why)
    expect(found[0]?.place).toMatch(/^remote-team: team\.html \(\/team\|en_US\): line \d+$/)
  })
})

const parsed = (text: string) => JSON.parse(text) as { routes: { path: string; reads?: string[] }[] }

describe('a slot that the contract does not fill is refused', () => {
  const reads = ['/app/user/finance/balance?fw=true', '/app/app/task/list?limit=5']
  const slots = (of: string, slot: string, more = '') => `<i class="ac-sk"></i><p data-slots="${of}"${more}>${slot}</p>`
  const amount = '<b data-slot="amount" data-as="coin"></b>'
  it.each([
    [slots('2', amount), 'the route has no read 2'],
    [slots('0.rows', amount), 'no object or list at "rows"'],
    [slots('0.amount', amount), 'no object or list at "amount"'],
    [slots('0', '<b data-slot="total" data-as="coin"></b>'), '"total" in the answer of'],
    [slots('0', '<b data-slot="amount"></b>'), 'cannot be shown as text'],
    [slots('0', '<b data-slot="amount" data-as="toString"></b>'), 'cannot be shown as toString'],
    [slots('1.list', '<b data-slot="title"></b>', ' data-unless="state=1"'), 'has no "state"'],
    [slots('1.list', '<b data-slot="title"></b>', ' data-unless="state"'), 'its data-unless is no path'],
    [`<h1>Money</h1><p data-slots="0">${amount}</p>`, 'does not follow the skeleton'],
    [`<p data-slots="0">${amount}</p>`, 'does not follow the skeleton'],
  ])('%s', (html, says) => expect((whyNotInert(html) ?? whyNotFilled(html, reads))?.says).toContain(says))
})

describe('fragments have a budget', () => {
  const paragraph = (bytes: number) => `<p>${'a'.repeat(bytes - 7)}</p>`
  const app = (count: number, bytes: number) => {
    const pages = Array.from({ length: count }, (_, page) => `page-${page}`)
    return builtFixture('remote-team', {
      build: {
        fragments: Object.fromEntries(
          pages.flatMap(page => apiCodes.map(code => [`/${page}|${code}`, `${page}.html`])),
        ),
      },
      files: Object.fromEntries(pages.map(page => [`${page}.html`, paragraph(bytes)])),
    })
  }
  it.each([
    [1, 4_096, []],
    [1, 4_097, apiCodes.map(code => `remote-team: page-0.html (/page-0|${code})`)],
    [3, 4_096, []],
    [4, 3_073, apiCodes.map(code => `remote-team: all fragments (${code})`)],
  ])('%i of %i bytes', (count, bytes, places) =>
    expect(
      refusalsOf(app(count, bytes))
        .filter(({ rule }) => rule === 'fragment-size')
        .map(({ place }) => place),
    ).toEqual(places),
  )
})

describe('plain markup passes', () => {
  it.each([
    '',
    '<main class="a"><h1>Team &amp; you</h1><a href="/home">x</a></main>',
    '<p>1 &lt; 2 &amp; 3 &gt; 2<br>x</p><img src="/releases/x.png" alt="">',
    '<svg viewBox="0 0 1 1" aria-hidden="true"><g fill="none" stroke="currentColor"><path d="M0 0h1" /></g></svg>',
    '<a href="#main">x</a><a href="/task/7?from=home&amp;x=1">x</a>',
    '<ul><li>x</li></ul><input type="tel" name="mobile" inputmode="tel" autocomplete="tel-national" disabled><button type="button">x</button>',
  ])('%j', html => expect(refusalsOf(withFragment(html))).toEqual([]))

  it.each(['remote-auth', 'remote-tasks', 'remote-wallet', 'remote-team'])('so do those of %s', app => {
    const folder = join(import.meta.dirname, '../../../../..', app, 'fragments')
    const pages = readdirSync(folder)
    expect(pages).not.toEqual([])
    const { routes } = parsed(readFileSync(join(folder, '../remote.json'), 'utf8'))
    for (const page of pages) {
      const { reads = [] } = routes.find(({ path }) => path === `/${page.replace('.html', '')}`) ?? {}
      const html = numberedSlots(withParts(readFileSync(join(folder, page), 'utf8')), reads, page)
      expect(whyNotInert(html) ?? whyNotFilled(html, reads)).toBeUndefined()
    }
  })
})
