import { useSyncExternalStore } from 'react'
import { feeBps, inboxList } from '@adcoin/contract'
import { usePages } from '@adcoin/http'
import { formatPercent } from '@adcoin/i18n/formats'
import { appPaths, createLazyPage } from '@adcoin/remote'
import { useLocation } from '@adcoin/router'
import { Icon } from '@adcoin/ui'
import { QrFrame, Stack, Track } from '@adcoin/ui/pages'
import { texts } from '../texts.ts'
import { Late } from '../state/late.tsx'
import styles from './frame.module.css'

/** Beside the column from 1024 px: the one note that matters to the screen, and the way onto a phone. */
export function Page() {
  const { pathname } = useLocation()
  const isWide = useIsWide()
  const isBefore = pathname === appPaths.sell || pathname === appPaths.withdraw
  return (
    <>
      <Stack>
        {isBefore ? <BeforeYouWithdraw /> : isWide && pathname !== appPaths.inbox ? <Latest /> : <HowPaymentWorks />}
      </Stack>
      {isWide && <Late part={OnYourPhone} />}
    </>
  )
}

// Rows of the inbox load with the code of its screen.
const news = createLazyPage(() => import('../inbox/inbox-page.tsx').then(({ Latest: part }) => ({ Page: part })))

/** The latest inbox item, if there is one. */
function Latest() {
  const { items, failure } = usePages(inboxList, {}, { errors: 'page' })
  if (items && items.length > 0) return <Late part={news.Page} />
  return items || failure ? <HowPaymentWorks /> : null
}

const hours = 24
const formatFee = () => formatPercent(Number(feeBps) / 10_000)

/** The steps between submission and payment. */
function HowPaymentWorks() {
  const t = texts.useT()
  return (
    <>
      <h2 className="ac-title">{t('wide.title')}</h2>
      <Track
        steps={[
          { state: 'current', title: t('wide.proof'), note: t('wide.proofNote') },
          { state: 'todo', title: t('wide.review'), note: t('wide.reviewNote') },
          { state: 'todo', title: t('wide.paid'), note: t('wide.paidNote', { fee: formatFee(), hours }) },
        ]}
      />
    </>
  )
}

function BeforeYouWithdraw() {
  const t = texts.useT()
  const points = [
    { icon: 'info', text: t('wide.beforeFee', { fee: formatFee() }) },
    { icon: 'clock', text: t('wide.beforeTime', { hours }) },
    { icon: 'lock', text: t('wide.beforeYou') },
  ] as const
  return (
    <>
      <h2 className="ac-title">{t('wide.before')}</h2>
      <ul className="ac-stack ac-stack--3 ac-small">
        {points.map(({ icon, text }) => (
          <li key={icon} className={styles.point}>
            <Icon name={icon} size={20} />
            {text}
          </li>
        ))}
      </ul>
    </>
  )
}

// Only wide screens load the code; without it the note is a sentence shorter.
const phoneCode = createLazyPage(() => import(/* webpackChunkName: "phone-code" */ './phone-code.tsx'))

function OnYourPhone() {
  const t = texts.useT()
  return (
    <div className={styles.phone}>
      <QrFrame label={t('wide.code')}>
        <phoneCode.Page />
      </QrFrame>
      <p className="ac-small ac-2">{t('wide.phone')}</p>
    </div>
  )
}

const wide = '(min-width: 1024px)'
function useIsWide(): boolean {
  return useSyncExternalStore(
    listener => {
      const query = window.matchMedia?.(wide)
      query?.addEventListener('change', listener)
      return () => query?.removeEventListener('change', listener)
    },
    () => window.matchMedia?.(wide).matches ?? false,
  )
}
