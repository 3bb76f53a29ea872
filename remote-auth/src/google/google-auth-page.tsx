import { loginOauth } from '@adcoin/contract'
import { useSubmit } from '@adcoin/http'
import { appPaths, useHost } from '@adcoin/remote'
import { failureText } from '@adcoin/remote/pages'
import { useLocation, useNavigate } from '@adcoin/router'
import { savedInviter } from '@adcoin/session'
import { Button, Empty, Main, NavBar, Screen, TextLink } from '@adcoin/ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { LanguageButton } from '../language-button.tsx'
import { useT } from '../texts.ts'
import { Waiting } from '../waiting.tsx'
import { readGoogleReturn, takeAttempt } from './google-attempt.ts'
import { GoogleButton } from './google-button.tsx'

export function Page() {
  const t = useT()
  const problem = useGoogleLogin()
  if (problem === undefined) {
    return (
      <Screen>
        <Waiting title={t('google.waiting')} note={t('google.waitingNote')}>
          <TextLink to={appPaths.login}>{t('google.cancel')}</TextLink>
        </Waiting>
      </Screen>
    )
  }
  return (
    <Screen>
      <NavBar title={t('titles.googleAuth')} backTo={appPaths.login} end={<LanguageButton />} />
      <Main>
        <Empty
          area
          title={t('google.failed')}
          text={<span role="alert">{problem}</span>}
          action={<Button to={appPaths.login}>{t('google.other')}</Button>}
        />
        <GoogleButton />
      </Main>
    </Screen>
  )
}

/** Finishes a Google sign-in: cleans the address, then posts the code once. Returns the text of a failure. */
function useGoogleLogin(): string | undefined {
  const t = useT()
  const host = useHost()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [problem, setProblem] = useState<string>()
  const login = useSubmit(loginOauth, {
    onSuccess: result => host.signIn?.(result, result.is_new ? { next: appPaths.welcome } : {}),
    onFailure(failure) {
      // An invalid invitation code would make every further attempt fail.
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
