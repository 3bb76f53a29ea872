import { savedInviter, useSession } from '@adcoin/session'
import { Failed, Hint, Skeleton } from '@adcoin/ui'
import { List, Row } from '@adcoin/ui/pages'
import { about, customerServiceLink, getSetting } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { useLocation } from '@adcoin/router'
import { useEffect, useState } from 'react'
import { texts } from '../texts.ts'
import {
  findSupportReference,
  addMessage,
  buildMail,
  type LinkLists,
  chooseLinkSource,
  type PickedLinks,
  pickLinks,
} from './support-links.ts'

/** The ways to a person: WhatsApp, Telegram and e-mail, and what support never asks for. */
export function SupportContact() {
  const t = texts.useT()
  // A session that begins or ends meanwhile changes the source of the links.
  const sessionEpoch = useSession(state => state.sessionEpoch)
  return (
    <>
      <p>{t('support.lead')}</p>
      <SupportLinkList key={sessionEpoch} />
      <Hint tone="warn" icon="shield">
        {t('support.neverAsks')}
      </Hint>
    </>
  )
}

/** One WhatsApp and one Telegram link, and the e-mail address and hours of the operator where they are set. */
function SupportLinkList() {
  const t = texts.useT()
  const { pathname, search } = useLocation()
  const userId = useSession(session => session.person?.userId)
  // Of the moment in which it was opened: the links stay what was looked at.
  const [message] = useState(() => {
    const reference = findSupportReference(pathname, search, userId)
    const screen = document.title.split(' · ', 1)[0] ?? ''
    return [t('support.message', { screen }), reference && t('support.reference', { reference })]
      .filter(Boolean)
      .join(' ')
  })
  const found = useSupportLinks(pathname)
  const { support_hours: hours, support_email: email } = useCall(about, {}, { errors: 'page' }).data ?? {}
  if (found.state === 'loading') return <Skeleton lines={2} />
  return (
    <>
      {found.state === 'ready' ? (
        <MessengerList links={found.links} message={`${message}\n`} />
      ) : (
        <Failed text={t('support.unavailable')} onRetry={found.retry} />
      )}
      {email && (
        <List>
          <Row icon="mail" tone="field" title={t('support.email')} note={email} href={buildMail(email, message)} />
        </List>
      )}
      {hours ? <p className="ac-small ac-2">{t('support.hours', { hours })}</p> : null}
    </>
  )
}

function MessengerList({ links: { whatsapp, telegram }, message }: { links: PickedLinks; message: string }) {
  const t = texts.useT()
  return (
    <List>
      {whatsapp !== undefined && (
        <Row
          icon="wa"
          tone="field"
          title="WhatsApp"
          note={t('support.newWindow')}
          href={addMessage(whatsapp, message)}
        />
      )}
      {telegram !== undefined && (
        <Row
          icon="plane"
          tone="field"
          title="Telegram"
          note={t('support.newWindow')}
          href={addMessage(telegram, message)}
        />
      )}
    </List>
  )
}

type SupportLinks =
  | { state: 'loading' }
  | { state: 'unavailable'; retry: () => void }
  | { state: 'ready'; links: PickedLinks }

/** The links for one opening of the panel; each opening picks again. */
function useSupportLinks(pathname: string): SupportLinks {
  const hasToken = useSession(state => state.person !== null)
  const stored = useSession(state => state.user?.customer_service_link ?? null)
  const [source] = useState(() => chooseLinkSource(pathname, hasToken, savedInviter()))
  const isPublic = source.from === 'public'
  const open = useCall(
    customerServiceLink,
    isPublic && source.inviterId !== undefined ? { inviter_id: source.inviterId } : {},
    { enabled: isPublic, errors: 'page' },
  )
  const settings = useCall(getSetting, {}, { enabled: !isPublic && stored === null, errors: 'page' })
  const lists: LinkLists | undefined = isPublic ? open.data : (stored ?? settings.data?.customer_service_link)
  const query = isPublic ? open : settings

  const [picked, setPicked] = useState<PickedLinks>()
  useEffect(() => {
    if (lists) setPicked(former => former ?? pickLinks(lists))
  }, [lists])

  if (picked?.whatsapp || picked?.telegram) return { state: 'ready', links: picked }
  if (picked || query.isError) {
    return {
      state: 'unavailable',
      retry: () => {
        setPicked(undefined)
        void query.refetch()
      },
    }
  }
  return { state: 'loading' }
}
