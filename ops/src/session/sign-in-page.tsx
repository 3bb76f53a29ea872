import { useState, type SubmitEvent } from 'react'
import { OperatorSession } from '@adcoin/contract/operations'
import { Button, Hint, Main, Screen } from '@adcoin/ui'
import { Lead, PasswordField, TextField } from '@adcoin/ui/pages'
import { callServer } from '../server/call-server.ts'
import { useAction } from '../server/use-action.ts'
import { RefusalHint } from '../refusal-hint.tsx'

/** The organisation's own sign-in, or a name and a secret. */
export function SignInPage({ way, onSignedIn }: { way: OperatorSession['signIn']; onSignedIn: () => Promise<void> }) {
  return (
    <Screen>
      <Main>
        <Lead title="Operations" note="Releases and people’s work of Ad Coin. For operators." />
        {way === 'organisation' ? <OrganisationSignIn /> : <SecretSignIn onSignedIn={onSignedIn} />}
      </Main>
    </Screen>
  )
}

/** The reasons with which the server sends the browser back from the organisation's sign-in. */
const failures: Readonly<Record<string, string>> = {
  failed:
    'You are not signed in: your organisation’s sign-in did not succeed. The reason is in the log of this page’s server.',
  'no-role': 'You are not signed in: your organisation gives you no role here. Ask the person who manages its groups.',
}

function OrganisationSignIn() {
  const failure = failures[new URLSearchParams(location.search).get('sign-in') ?? '']
  return (
    <div className="ac-stack">
      {failure !== undefined && (
        <Hint tone="warn" announce>
          {failure}
        </Hint>
      )}
      <Button block onClick={() => location.assign('/sign-in')}>
        Sign in with your organisation
      </Button>
    </div>
  )
}

function SecretSignIn({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const [name, setName] = useState('')
  const [secret, setSecret] = useState('')
  const { isBusy, refusals, runAction } = useAction()

  function send(event: SubmitEvent) {
    event.preventDefault()
    void runAction(async () => {
      await callServer('/api/session', OperatorSession, { name, secret })
      await onSignedIn()
    })
  }

  const missing = name.trim() === '' ? 'Enter your name.' : secret === '' ? 'Enter the secret.' : undefined
  return (
    <form className="ac-stack" onSubmit={send}>
      <TextField
        label="Your name"
        help="The history and the audit list show it beside each of your actions."
        name="name"
        autoComplete="username"
        maxLength={60}
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <PasswordField
        label="Secret"
        name="secret"
        autoComplete="current-password"
        value={secret}
        onChange={event => setSecret(event.target.value)}
      />
      {refusals && <RefusalHint refusals={refusals} />}
      <Button type="submit" block busy={isBusy} disabledReason={missing}>
        Sign in
      </Button>
    </form>
  )
}
