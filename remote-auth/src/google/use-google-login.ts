import { loginOauth } from '@adcoin/contract'
import { useSubmit } from '@adcoin/http'
import { appPaths, useHost } from '@adcoin/remote'
import { failureText } from '@adcoin/remote/pages'
import { useLocation, useNavigate } from '@adcoin/router'
import { savedInviter } from '@adcoin/session'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useT } from '../texts.ts'
import { takeAttempt } from './attempt-storage.ts'
import { readGoogleReturn } from './google-return.ts'

/**
 * Finishes a Google sign-in: cleans the address, then posts the code once. Answers why it failed, or nothing while it
 * runs.
 */
export function useGoogleLogin(): string | undefined {
  const t = useT()
  const host = useHost()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [problem, setProblem] = useState<string>()
  const login = useSubmit(loginOauth, {
    onSuccess: result => host.signIn?.(result, result.is_new ? { next: appPaths.welcome } : {}),
    onFailure(failure) {
      // A code of the link that cannot be used must not bar the way for ever.
      if (failure.key?.startsWith('invite_')) host.forgetInviter?.()
      setProblem(failureText(failure))
    },
  })

  const hasBegun = useRef(false)
  const begin = useEffectEvent(() => {
    const back = readGoogleReturn(search, takeAttempt())
    if (back.kind === 'direct') return void navigate(appPaths.login, { replace: true })
    void navigate(appPaths.googleAuth, { replace: true })
    if (back.kind !== 'code') return setProblem(t(`google.${back.kind}`))
    const invite = savedInviter()
    const { verifier, nonce, redirectUri } = back.attempt
    void login.submit({
      provider: 'google',
      code: back.code,
      code_verifier: verifier,
      nonce,
      redirect_uri: redirectUri,
      ...(invite ? { invite_code: invite } : {}),
    })
  })
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    begin()
  }, [])
  return problem
}
