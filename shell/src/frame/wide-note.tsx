import { Suspense, useSyncExternalStore } from 'react'
import { feeBps } from '@adcoin/contract'
import { formatPercent } from '@adcoin/i18n/formats'
import { createLazyPage } from '@adcoin/remote'
import { QrFrame, Stack, Track } from '@adcoin/ui/pages'
import { texts } from '../texts.ts'
import { LastResort } from './last-resort.tsx'
import styles from './frame.module.css'

/** Beside the column from 1024 px: what happens between proof and payment, and the way onto a phone. */
export function Page() {
  const t = texts.useT()
  const values = { fee: formatPercent(Number(feeBps) / 10_000), hours: 24 }
  return (
    <>
      <Stack>
        <h2 className="ac-title">{t('wide.title')}</h2>
        <Track steps={[
          { state: 'current', title: t('wide.proof'), note: t('wide.proofNote') },
          { state: 'todo', title: t('wide.review'), note: t('wide.reviewNote') },
          { state: 'todo', title: t('wide.paid'), note: t('wide.paidNote', values) },
        ]} />
      </Stack>
      {useIsWide() && <OnYourPhone />}
    </>
  )
}

// Only wide screens load the code; without it the note is a sentence shorter.
const phoneCode = createLazyPage(() => import('./phone-code.tsx'))

function OnYourPhone() {
  const t = texts.useT()
  return (
    <LastResort onFailure={() => undefined} fallback={() => null}>
      <Suspense fallback={null}>
        <div className={styles.phone}>
          <QrFrame label={t('wide.code')}><phoneCode.Page /></QrFrame>
          <p className="ac-small ac-2">{t('wide.phone')}</p>
        </div>
      </Suspense>
    </LastResort>
  )
}

const wide = '(min-width: 1024px)'
function useIsWide(): boolean {
  return useSyncExternalStore(listener => {
    const query = window.matchMedia?.(wide)
    query?.addEventListener('change', listener)
    return () => query?.removeEventListener('change', listener)
  }, () => window.matchMedia?.(wide).matches ?? false)
}
