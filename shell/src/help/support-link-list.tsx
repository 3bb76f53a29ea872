import { useLocation } from '@adcoin/router'
import { Failed, Skeleton } from '@adcoin/ui'
import { List, Row } from '@adcoin/ui/pages'
import { texts } from '../texts.ts'
import { useSupportLinks } from './use-support-links.ts'

/** One WhatsApp and one Telegram link, asked of the service. */
export function SupportLinkList() {
  const t = texts.useT()
  const { pathname } = useLocation()
  const found = useSupportLinks(pathname)
  if (found.state === 'loading') return <Skeleton lines={2} />
  if (found.state === 'unavailable') return <Failed text={t('support.unavailable')} onRetry={found.retry} />
  const { whatsapp, telegram } = found.links
  return (
    <List>
      {whatsapp !== undefined && (
        <Row icon="wa" tone="field" title="WhatsApp" note={t('support.newWindow')} href={whatsapp} />
      )}
      {telegram !== undefined && (
        <Row icon="plane" tone="field" title="Telegram" note={t('support.newWindow')} href={telegram} />
      )}
    </List>
  )
}
