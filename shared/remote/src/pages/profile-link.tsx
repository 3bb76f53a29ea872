import { formatNumber } from '@adcoin/i18n/formats'
import { Link } from '@adcoin/router'
import { useSession } from '@adcoin/session'
import { Avatar } from '@adcoin/ui/pages'
import { appPaths } from '../paths.ts'
import { sharedTexts } from '../texts.ts'

/**
 * The person's picture at the head of a tab's first screen: the way to the profile, with a dot while the inbox behind
 * it has news.
 */
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
      <Avatar name={person?.nick_name ?? person?.user_id ?? ''} src={person?.avatar ?? undefined} />
      {unread > 0 && <span className="ac-new" />}
      <span className="ac-sr">{t('profile')}</span>
    </Link>
  )
}
