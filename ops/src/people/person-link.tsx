import type { PersonState } from '@adcoin/contract/operations'
import { Pill } from '@adcoin/ui/pages'
import { buildPageHref } from '../page-path.tsx'

/** A person in a list: a link, with their state if it is not active. */
export function PersonLink({ id, state }: { id: string; state: PersonState }) {
  return (
    <>
      <a href={buildPageHref('people', id)}>{id}</a>
      {state !== 'active' && (
        <>
          {' '}
          <Pill tone={personStates[state].tone}>{personStates[state].text}</Pill>
        </>
      )}
    </>
  )
}

/** How each state of a person is shown. */
export const personStates: Readonly<Record<PersonState, { tone: 'good' | 'warn' | 'bad' | 'idle'; text: string }>> = {
  active: { tone: 'good', text: 'Active' },
  frozen: { tone: 'warn', text: 'Withdrawals frozen' },
  disabled: { tone: 'bad', text: 'Disabled' },
  deleted: { tone: 'idle', text: 'Deleted' },
}
