import { useLocation } from '@adcoin/router'
import { useSession } from '@adcoin/session'
import { Failed, Hint, List, Row, Sheet, Skeleton } from '@adcoin/ui'
import { useCell } from '../frame/cell.ts'
import { openPanel } from '../frame/panels.ts'
import { texts } from '../texts.ts'
import { useSupportLinks } from './use-support-links.ts'

/** The bottom panel of the help button: WhatsApp and Telegram, and what support never asks for. */
export function HelpPanel() {
  const t = texts.useT()
  const isOpen = useCell(openPanel) === 'help'
  // A session that begins or ends under the open panel changes where its links come from.
  const generation = useSession(state => state.generation)
  return (
    <Sheet open={isOpen} title={t('support.title')} onClose={() => openPanel.set(null)}>
      {isOpen && <SupportLinkList key={generation} />}
      <Hint tone="warn" icon="shield">{t('support.neverAsks')}</Hint>
    </Sheet>
  )
}

function SupportLinkList() {
  const t = texts.useT()
  const { pathname } = useLocation()
  const found = useSupportLinks(pathname)
  if (found.state === 'loading') return <Skeleton lines={2} />
  if (found.state === 'unavailable') return <Failed text={t('support.unavailable')} onRetry={found.retry} />
  const { whatsapp, telegram } = found.links
  return (
    <List>
      {whatsapp !== undefined && <Row icon="wa" tone="field" title="WhatsApp" note={t('support.newWindow')} href={whatsapp} />}
      {telegram !== undefined && <Row icon="plane" tone="field" title="Telegram" note={t('support.newWindow')} href={telegram} />}
    </List>
  )
}
