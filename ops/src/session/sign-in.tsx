import { useState, type SubmitEvent } from 'react'
import { OperatorSession, type PageRefusal } from '@adcoin/contract/operations'
import { Button, Main, Screen } from '@adcoin/ui'
import { Lead, PasswordField, TextField } from '@adcoin/ui/pages'
import { ask, refusalsOf } from '../asking/ask.ts'
import { Refused } from '../refused.tsx'

/** Asked where the page can be reached from elsewhere: the secret of the deployment, and a name for the history. */
export function SignIn({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const [name, setName] = useState('')
  const [secret, setSecret] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState<readonly PageRefusal[]>()

  async function send(event: SubmitEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      await ask('/api/session', OperatorSession, { name, secret })
      await onSignedIn()
    } catch (error) {
      setRefusals(refusalsOf(error))
    } finally {
      setBusy(false)
    }
  }

  const missing = name.trim() === '' ? 'Enter your name.' : secret === '' ? 'Enter the secret.' : undefined
  return (
    <Screen>
      <Main>
        <Lead title="Operations" note="Releases and people’s work of Ad Coin. For operators." />
        <form className="ac-stack" onSubmit={event => void send(event)}>
          <TextField
            label="Your name"
            help="It stands beside everything that you do, in the history and in the audit list."
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
          {refusals && <Refused refusals={refusals} />}
          <Button type="submit" block busy={isBusy} disabledReason={missing}>
            Sign in
          </Button>
        </form>
      </Main>
    </Screen>
  )
}
