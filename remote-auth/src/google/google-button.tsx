import { appPaths } from '@adcoin/remote'
import { Button } from '@adcoin/ui'
import { useState } from 'react'
import { useLaunch } from '../landing/use-launch.ts'
import styles from '../login/login.module.css'
import { useT } from '../texts.ts'
import { attemptDraft } from './attempt-storage.ts'
import { GoogleMark } from './google-mark.tsx'
import { authorizationUrl, newAttempt, type GoogleOauth } from './pkce.ts'

/** "or Continue with Google", where the service has a provider; nothing else. */
export function GoogleButton() {
  const t = useT()
  const { data } = useLaunch()
  const [isLeaving, setLeaving] = useState(false)
  const google = data?.oauth?.google
  if (!google) return null

  async function leave(provider: GoogleOauth) {
    setLeaving(true)
    const attempt = newAttempt(new URL(appPaths.googleAuth, window.location.origin).href)
    attemptDraft.save(attempt)
    window.location.assign(await authorizationUrl(provider, attempt))
  }
  return (
    <>
      <div className={styles.or}>
        <span>{t('login.or')}</span>
      </div>
      <Button kind="secondary" block mark={<GoogleMark />} busy={isLeaving} onClick={() => void leave(google)}>
        {t('login.google')}
      </Button>
    </>
  )
}
