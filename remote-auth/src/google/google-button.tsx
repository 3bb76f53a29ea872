import { appPaths } from '@adcoin/remote'
import { Button, Skeleton } from '@adcoin/ui'
import { useState } from 'react'
import { useLaunch } from '../landing/use-launch.ts'
import { useT } from '../texts.ts'
import { googleAttemptDraft, buildAuthorizationUrl, createAttempt, type GoogleOauth } from './google-attempt.ts'

/** Nothing where the service has no provider. `isShort`: half as wide. */
export function GoogleButton({ isShort = false }: { isShort?: boolean }) {
  const t = useT()
  const { data } = useLaunch()
  const [isLeaving, setLeaving] = useState(false)
  const google = data?.oauth?.google
  if (!google) return null

  async function leave(provider: GoogleOauth) {
    setLeaving(true)
    // oxlint-disable-next-line no-restricted-globals -- Google returns to this origin.
    const attempt = createAttempt(new URL(appPaths.googleAuth, window.location.origin).href)
    googleAttemptDraft.save(attempt)
    // oxlint-disable-next-line no-restricted-globals -- Signing in with Google leaves the page for Google.
    window.location.assign(await buildAuthorizationUrl(provider, attempt))
  }
  return (
    <Button
      kind="secondary"
      block
      mark={<GoogleMark />}
      busy={isLeaving}
      aria-label={isShort ? t('login.google') : undefined}
      onClick={() => void leave(google)}
    >
      {isShort ? 'Google' : t('login.google')}
    </Button>
  )
}

/** The first way in of a registration. Its place is kept until the service has answered, so that nothing moves. */
export function GoogleFirst() {
  const { data, isError } = useLaunch()
  if (isError || data?.oauth === null) return null
  return (
    <>
      {data ? <GoogleButton /> : <Skeleton shape="button" />}
      <Or />
    </>
  )
}

/** Between two ways in. */
export function Or() {
  const t = useT()
  return (
    <div className="ac-or">
      <span>{t('login.or')}</span>
    </div>
  )
}

function GoogleMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M22.5 12.3c0-.8-.1-1.5-.2-2.2H12v4.2h5.9a5 5 0 0 1-2.2 3.3v2.7h3.5c2.1-1.9 3.3-4.7 3.3-8z"
      />
      <path
        fill="#34A853"
        d="M12 23c3 0 5.5-1 7.3-2.7l-3.5-2.7c-1 .7-2.3 1.1-3.8 1.1-2.9 0-5.3-1.9-6.2-4.5H2.2V17A11 11 0 0 0 12 23z"
      />
      <path fill="#FBBC05" d="M5.8 14.1a6.6 6.6 0 0 1 0-4.2V7H2.2a11 11 0 0 0 0 9.9z" />
      <path fill="#EA4335" d="M12 5.4c1.6 0 3.1.6 4.2 1.7l3.1-3.2A11 11 0 0 0 2.2 7l3.6 2.8C6.7 7.3 9.1 5.4 12 5.4z" />
    </svg>
  )
}
