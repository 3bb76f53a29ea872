import { useState, type SubmitEvent } from 'react'
import { FoundPerson } from '@adcoin/contract/operations'
import { Button, Main, TopLine } from '@adcoin/ui'
import { TextField } from '@adcoin/ui/pages'
import { buildPageHref } from '../page-path.tsx'
import css from '../page.module.css'
import { RefusalHint } from '../refusal-hint.tsx'
import { runCommand, useAction } from '../server/use-action.ts'
import { Person } from './person.tsx'

/** Finds a person by a contact, and shows them. */
export function PeoplePage({ path }: { path: string }) {
  const id = /^\/people\/(\w+)$/.exec(path)?.[1]
  const [word, setWord] = useState('')
  const { isBusy, refusals, runAction } = useAction()

  function find(event: SubmitEvent) {
    event.preventDefault()
    void runAction(async () => {
      const { user_id } = await runCommand('user find', FoundPerson, [word.trim()])
      location.hash = buildPageHref('people', user_id)
    })
  }

  return (
    <>
      <TopLine title="People" note="The audit list records each view of a person" />
      <Main tabs>
        <form className="ac-stack" onSubmit={find}>
          <TextField
            label="User id, mobile number, e-mail or invitation code"
            help="A number with its country: +52 55 1234 5678."
            maxLength={200}
            required
            value={word}
            onChange={event => setWord(event.target.value)}
          />
          {refusals && <RefusalHint refusals={refusals} />}
          <div className={css.actions}>
            <Button type="submit" size="small" busy={isBusy}>
              Find
            </Button>
          </div>
        </form>
        {id && <Person key={id} id={id} />}
      </Main>
    </>
  )
}
