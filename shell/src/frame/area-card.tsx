import { useEffect, useState } from 'react'
import { balance } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { formatDate, useLanguage } from '@adcoin/i18n'
import { useSession } from '@adcoin/session'
import { Amount, Button, Main, Mark, Screen, TopLine } from '@adcoin/ui'
import { wholeBalance } from '../session/reloads.ts'
import { texts } from '../texts.ts'
import { isAreaFailed } from './panels.ts'

/** In place of an area whose remote has no working release. Tab bar, help and the other areas stay. */
export function AreaCard({ app, title, retry }: { app: string; title: string | undefined; retry: () => void }) {
  const t = texts.useT()
  const language = useLanguage()
  const [since] = useState(() => new Date().toISOString())
  const [isRetrying, setRetrying] = useState(false)
  useEffect(() => setRetrying(false), [retry])
  useEffect(() => {
    isAreaFailed.set(true)
    return () => isAreaFailed.set(false)
  }, [])

  return (
    <Screen>
      <TopLine title={title ?? t('area.title')} />
      <Main tabs>
        <div className="ac-empty ac-empty--area" role="alert">
          <Mark size={72} width={3} dashed className="ac-empty__m" />
          <h2 className="ac-title">{t('area.title')}</h2>
          <p className="ac-2">{t('area.text')}</p>
          <RestOfTheApp />
          <Button icon="refresh" busy={isRetrying} onClick={() => { setRetrying(true); retry() }}>{t('area.retry')}</Button>
          <p className="ac-caption ac-2 ac-num">{t('area.reference', { reference: app.replace('remote-', ''), time: formatDate(since, 'time', language) })}</p>
        </div>
      </Main>
    </Screen>
  )
}

/** What somebody who is signed in can still do and still has. */
function RestOfTheApp() {
  const t = texts.useT()
  const isSignedIn = useSession(state => state.person !== null)
  return isSignedIn ? <><p className="ac-2">{t('area.rest')}</p><KnownBalance /></> : null
}

/** The shell's own reading of the balance: money is never in doubt because a screen is missing. Source: fault B21. */
function KnownBalance() {
  const t = texts.useT()
  const stored = useSession(state => state.money)
  const asked = useCall(balance, wholeBalance, { errors: 'page' })
  const known = asked.data ?? stored
  return known ? <p className="ac-2">{t('area.balance')} <Amount minor={known.amount} /></p> : null
}
