import { Suspense } from 'react'
import { createLazyPage } from '@adcoin/remote'
import { useSession } from '@adcoin/session'
import { Failed, Hint, Sheet, Skeleton } from '@adcoin/ui'
import { useCell } from '../frame/cell.ts'
import { LastResort } from '../frame/last-resort.tsx'
import { openPanel } from '../frame/panels.ts'
import { texts } from '../texts.ts'

const linkList = createLazyPage(() => import(/* webpackChunkName: "data" */ './support-link-list.tsx'))

/** The bottom panel of the help button: WhatsApp and Telegram, and what support never asks for. */
export function HelpPanel() {
  const t = texts.useT()
  const isOpen = useCell(openPanel) === 'help'
  // A session that begins or ends under the open panel changes where its links come from.
  const generation = useSession(state => state.generation)
  return (
    <Sheet open={isOpen} title={t('support.title')} onClose={() => openPanel.set(null)}>
      {isOpen && (
        <LastResort onFailure={() => undefined} fallback={() => <Failed text={t('support.unavailable')} onRetry={() => window.location.reload()} />}>
          <Suspense fallback={<Skeleton lines={2} />}><linkList.Page key={generation} /></Suspense>
        </LastResort>
      )}
      <Hint tone="warn" icon="shield">{t('support.neverAsks')}</Hint>
    </Sheet>
  )
}
