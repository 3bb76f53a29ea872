import { loginPasskey, passkeyToLogin } from '@adcoin/contract'
import { useHost } from '@adcoin/remote'
import { useFormCall } from '@adcoin/remote/forms'
import { hasPasskeys, passkeyProblem, provePasskey } from '@adcoin/remote/pages'
import { Button, Hint } from '@adcoin/ui'
import { useState } from 'react'
import { useT } from '../texts.ts'

/** Nothing where the browser has no passkeys. */
export function PasskeyLogin() {
  const t = useT()
  const { logIn, isRunning, problem } = usePasskeyLogin()
  if (!hasPasskeys()) return null
  return (
    <>
      <Button kind="secondary" block icon="key" busy={isRunning} onClick={() => void logIn()}>
        {t('login.passkey')}
      </Button>
      {problem === undefined ? null : (
        <Hint tone="bad" icon="alert" announce>
          {problem}
        </Hint>
      )}
    </>
  )
}

function usePasskeyLogin() {
  const host = useHost()
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string>()
  const begin = useFormCall(passkeyToLogin, { doing: 'login', onSuccess: () => {}, onMessage: setProblem })
  const login = useFormCall(loginPasskey, {
    doing: 'login',
    onSuccess: result => host.signIn?.(result),
    onMessage: setProblem,
  })

  async function logIn(): Promise<void> {
    setProblem(undefined)
    setRunning(true)
    try {
      const challenge = await begin.submit({})
      if (challenge) await login.submit(await provePasskey(challenge))
    } catch (error) {
      setProblem(passkeyProblem(error))
    }
    setRunning(false)
  }
  return { logIn, isRunning, problem }
}
