import { about } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { useLocation } from '@adcoin/router'
import { useSession } from '@adcoin/session'
import { Failed, Skeleton } from '@adcoin/ui'
import { List, Row } from '@adcoin/ui/pages'
import { useState } from 'react'
import { texts } from '../texts.ts'
import { contextOf, withMessage } from './support-context.ts'
import { useSupportLinks } from './use-support-links.ts'

/** One WhatsApp and one Telegram link, asked of the service. */
export function SupportLinkList() {
  const t = texts.useT()
  const { pathname, search } = useLocation()
  const userId = useSession(session => session.person?.userId)
  // Of the moment in which it was opened: the links stay what was looked at.
  const [{ screen, reference }] = useState(() => contextOf(pathname, search, userId))
  const found = useSupportLinks(pathname)
  const hours = useCall(about, {}, { errors: 'page' }).data?.support_hours
  if (found.state === 'loading') return <Skeleton lines={2} />
  if (found.state === 'unavailable') return <Failed text={t('support.unavailable')} onRetry={found.retry} />
  const { whatsapp, telegram } = found.links
  const message = [t('support.message', { screen }), ...(reference === undefined ? [] : [reference])].join(', ')
  const linkTo = (link: string) => withMessage(link, `${message}: `)
  return (
    <>
      <List>
        {whatsapp !== undefined && (
          <Row icon="wa" tone="field" title="WhatsApp" note={t('support.newWindow')} href={linkTo(whatsapp)} />
        )}
        {telegram !== undefined && (
          <Row icon="plane" tone="field" title="Telegram" note={t('support.newWindow')} href={linkTo(telegram)} />
        )}
      </List>
      {hours ? <p className="ac-small ac-2">{t('support.hours', { hours })}</p> : null}
    </>
  )
}
