import { readFileSync } from 'node:fs'
import { events } from '@adcoin/contract'
import { expect, it } from 'vitest'
import { eventsPage } from './events-page.ts'

it('the page of events says what the catalogue says (npm run docs -w shared/events writes it)', () => {
  expect(readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')).toBe(eventsPage())
  for (const name of Object.keys(events)) expect(eventsPage()).toContain(`\`${name}@`)
})

it.each(Object.entries(events))(
  '%s is named owner.pastTense, says one sentence, and carries no secret',
  (name, { says, payload }) => {
    expect(name).toMatch(/^(shell|auth|tasks|wallet|team)\.[a-z][A-Za-z]+(ed|Paid|Bound)$/)
    expect(says).toMatch(/^[A-Z].+\.$/)
    expect(JSON.stringify(payload)).not.toMatch(/passw|token|authorized|verify_code/i)
  },
)
