import { useEffect, useState } from 'react'
import { customerServiceLink, getSetting } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { savedInviter, useSession } from '@adcoin/session'
import { linkSource, pickLinks, type LinkLists, type PickedLinks } from './support-links.ts'

export type SupportLinks =
  | { state: 'loading' }
  | { state: 'unavailable'; retry: () => void }
  | { state: 'ready'; links: PickedLinks }

/** The links for one opening of the panel: picked once, and anew the next time. */
export function useSupportLinks(pathname: string): SupportLinks {
  const hasToken = useSession(state => state.person !== null)
  const stored = useSession(state => state.user?.customer_service_link ?? null)
  const [source] = useState(() => linkSource(pathname, hasToken, savedInviter()))
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
