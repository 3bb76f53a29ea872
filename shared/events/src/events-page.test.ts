import { readdirSync, readFileSync } from 'node:fs'
import { events, RemoteCardFile } from '@adcoin/contract'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { eventsPage, readers } from './events-page.ts'

it('the page of events says what the catalogue says (npm run docs -w shared/events writes it)', () => {
  expect(readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')).toBe(eventsPage())
})

it('an entry of that page has name, version, meaning, readers, shape and replay', () => {
  expect(eventsPage()).toContain(
    [
      '- `tasks.rewardPaid@1`',
      '  A task passed review and its reward was posted to the ledger.',
      '  For remotes that show money. Heard by: shell, wallet.',
      '  Payload `{ assignmentId: string; reward: { amount: string; currency: string; scale: number } }`.',
      '- `tasks.accountBound@1`',
    ].join('\n'),
  )
  expect(eventsPage()).toMatch(/- `wallet\.balanceChanged@1`\n(  .*\n)*  Who subscribes late hears the last one\./)
  expect(eventsPage().match(/^- `/gm)).toHaveLength(Object.keys(events).length)
})

describe('the readers that the page names', () => {
  const root = new URL('../../../', import.meta.url)
  const remotes = readdirSync(root).filter(name => name.startsWith('remote-'))
  const heardBy = (who: string) => Object.entries(readers).filter(([, { heardBy: all }]) => all.includes(who))

  it.each(remotes)('are those of the card of %s', remote => {
    const card = v.parse(RemoteCardFile, JSON.parse(readFileSync(new URL(`${remote}/remote.json`, root), 'utf8')))
    const named = heardBy(remote.replace('remote-', '')).map(([name]) => name)
    expect(named.sort()).toEqual(card.events.in.map(ref => ref.split('@')[0]).sort())
  })

  it('are those that the shell asks the bus for', () => {
    const source = readFileSync(new URL('shell/src/session/refreshes.ts', root), 'utf8')
    const asked = source.match(/(?<=')[a-z]+\.[a-zA-Z]+(?=')/g) ?? []
    expect(
      heardBy('shell')
        .map(([name]) => name)
        .sort(),
    ).toEqual([...asked].sort())
  })
})

it.each(Object.entries(events))(
  '%s is named owner.pastTense, says one sentence, and carries no secret',
  (name, { says, payload }) => {
    expect(name).toMatch(/^(shell|auth|tasks|wallet|team)\.[a-z][A-Za-z]+(ed|Paid|Bound)$/)
    expect(says).toMatch(/^[A-Z].+\.$/)
    expect(JSON.stringify(payload)).not.toMatch(/passw|token|authorized|verify_code/i)
  },
)
