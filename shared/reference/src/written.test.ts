import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { events } from '@adcoin/contract'
import { expect, it } from 'vitest'
import { root } from './apps.ts'
import { eventsPage } from './pages/events.ts'
import { written } from './written.ts'

it.each(Object.entries(written))('%s is what `npm run references` writes; run it where this fails', (file, make) => {
  expect(readFileSync(join(root, file), 'utf8')).toBe(make())
})

it('an event has name, version, meaning, readers, shape and replay on its page', () => {
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

it.each(Object.entries(events))(
  '%s is named owner.pastTense, says one sentence, and carries no secret',
  (name, { says, payload }) => {
    expect(name).toMatch(/^[a-z]{2,20}\.[a-z][A-Za-z]+(ed|Paid|Bound)$/)
    expect(says).toMatch(/^[A-Z].+\.$/)
    expect(JSON.stringify(payload)).not.toMatch(/passw|token|authorized|verify_code/i)
  },
)
