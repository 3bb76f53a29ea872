import { useEffect, useState } from 'react'
import { tagOf } from '@adcoin/contract'
import { useLanguage } from '@adcoin/i18n'
import { createLazyPage } from '@adcoin/remote'
import { useSession } from '@adcoin/session'
import { Button, Main, Mark, Screen, TopLine, uiTexts, useOnline } from '@adcoin/ui'
import { texts } from '../texts.ts'
import { Late } from '../state/late.tsx'
import { isAreaFailed } from './is-area-failed.ts'

/**
 * In place of an area whose remote has no working release. Tab bar, help and the other areas stay. It needs the core
 * only: nothing else may be there.
 */
export function AreaCard({ app, title, retry }: { app: string; title: string | undefined; retry: () => void }) {
  const t = texts.useT()
  const language = useLanguage()
  const [since] = useState(() => new Date())
  const [isRetrying, setRetrying] = useState(false)
  const isOnline = useOnline()
  useEffect(() => setRetrying(false), [retry])
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [retry])
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
          <h2 className="ac-title">{isOnline ? t('area.title') : uiTexts.t('failed.offline')}</h2>
          <p className="ac-2">{isOnline ? t('area.text') : uiTexts.t('failed.byItself')}</p>
          <RestOfTheApp />
          <Button
            icon="refresh"
            busy={isRetrying}
            onClick={() => {
              setRetrying(true)
              retry()
            }}
          >
            {t('area.retry')}
          </Button>
          <p className="ac-caption ac-2 ac-num">
            {t('area.reference', {
              reference: app.replace('remote-', ''),
              time: new Intl.DateTimeFormat(tagOf(language), { timeStyle: 'short' }).format(since),
            })}
          </p>
        </div>
      </Main>
    </Screen>
  )
}

/** The parts that still work for a signed-in person: the connection, and the last known data. */
function RestOfTheApp() {
  const t = texts.useT()
  const isSignedIn = useSession(state => state.person !== null)
  const isOnline = useOnline()
  return isSignedIn ? (
    <>
      {isOnline && <p className="ac-2">{t('area.rest')}</p>}
      <Late part={knownBalance.Page} />
    </>
  ) : null
}

// If its file is missing too, the card is a line shorter.
const knownBalance = createLazyPage(() => import(/* webpackChunkName: "later" */ '../data/known-balance.tsx'))
