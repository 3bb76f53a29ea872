import { Link } from '@adcoin/router'
import { useSession } from '@adcoin/session'
import { Avatar } from '@adcoin/ui/pages'
import { appPaths } from '../paths.ts'
import { kitTexts } from '../texts.ts'

/** The person's picture at the head of a tab's first screen: the way to the profile. */
export function ProfileLink() {
  const t = kitTexts.useT()
  const person = useSession(session => session.user)
  return (
    <Link to={appPaths.profile}>
      <Avatar name={person?.nick_name ?? person?.user_id ?? ''} src={person?.avatar ?? undefined} />
      <span className="ac-sr">{t('profile')}</span>
    </Link>
  )
}
