import { balance, getSetting } from '@adcoin/contract'
import { useCall, type CallOptions } from '@adcoin/http'
import { formatNumber } from '@adcoin/i18n/formats'
import { Link } from '@adcoin/router'
import { useSession } from '@adcoin/session'
import { Avatar } from '@adcoin/ui/pages'
import { useState, type ReactNode } from 'react'
import { IconButton } from '@adcoin/ui'
import * as v from 'valibot'
import { appPaths } from '../paths.ts'
import { sharedTexts } from '../texts.ts'
import { defineDraft } from './draft.ts'

/** The settings of the signed-in person. */
export function usePerson(options: Pick<CallOptions<never, never>, 'errors'> = {}) {
  return useCall(getSetting, {}, options)
}

/** The balance with price and limits (`fw=true`). */
export function useBalance() {
  return useCall(balance, { fw: 'true' })
}

/** More news than this are not counted beside the picture. */
const mostShown = 99

/** The person's picture at the head of a tab's first screen: the way to the profile, with the number of news. */
export function ProfileLink() {
  const t = sharedTexts.useT()
  const person = useSession(session => session.user)
  const unread = useSession(session => session.unread)
  return (
    <Link
      to={appPaths.profile}
      className="ac-dotted"
      aria-description={unread > 0 ? t('unread', { number: formatNumber(unread) }) : undefined}
    >
      <Avatar name={person?.nick_name ?? ''} src={person?.avatar ?? undefined} />
      {unread > 0 && (
        <span className="ac-new ac-new--count" aria-hidden="true">
          {unread > mostShown ? `${formatNumber(mostShown)}+` : formatNumber(unread)}
        </span>
      )}
      <span className="ac-sr">{t('profile')}</span>
    </Link>
  )
}

const hidden = defineDraft({ owner: 'shell', name: 'hiddenBalance', version: 1, schema: v.boolean() })

/**
 * Whether the person hides the balance, on every screen that shows it; survives reloads, until they log out.
 *
 * @returns the button that hides and shows it, and the placeholder
 */
export function useHiddenBalance(): { readonly isHidden: boolean; readonly eye: ReactNode; readonly dots: ReactNode } {
  const t = sharedTexts.useT()
  const [isHidden, setHidden] = useState(() => hidden.read() ?? false)
  const change = () => {
    hidden.save(!isHidden)
    setHidden(!isHidden)
  }
  return {
    isHidden,
    eye: (
      <IconButton
        icon={isHidden ? 'eyeoff' : 'eye'}
        label={isHidden ? t('balance.show') : t('balance.hide')}
        onClick={change}
      />
    ),
    dots: (
      <span className="ac-amt ac-amt--big" role="img" aria-label={t('balance.hidden')}>
        ••••
      </span>
    ),
  }
}
