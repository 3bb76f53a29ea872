import type { TeamFriend } from '@adcoin/contract'
import { formatDate } from '@adcoin/i18n/formats'
import { Amount, Avatar, List, Row } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'

const shown = 5

/** The friends with the highest income, or those who joined on the chosen day. */
export function Friends({ friends, day }: { friends: readonly TeamFriend[]; day: string | undefined }) {
  const t = useT()
  const date = day && formatDate(day, 'monthDay')
  const list = day ? friends.filter(friend => friend.joined_day === day) : friends.slice(0, shown)
  const title = date ? t('team.joinedOn', { day: date }) : t('team.brought')
  return (
    <section aria-live="polite">
      <h3 className="ac-small ac-med">{title}</h3>
      {list.length === 0 ? (
        <p className="ac-small ac-2">{t(day ? 'team.nobodyJoined' : 'team.nobodyBrought')}</p>
      ) : (
        <List label={title}>
          {list.map(friend => (
            <Friend key={friend.user_id} friend={friend} />
          ))}
        </List>
      )}
    </section>
  )
}

/** No phone, no e-mail. */
function Friend({ friend }: { friend: TeamFriend }) {
  const t = useT()
  const joined = t('team.joined', { day: formatDate(friend.joined_day, 'monthDay') })
  return (
    <Row
      icon={{ node: <Avatar name={friend.nick_name ?? friend.user_id} src={friend.avatar ?? undefined} /> }}
      title={t('members.id', { id: friend.user_id })}
      note={
        friend.nick_name ? (
          <>
            <bdi>{friend.nick_name}</bdi> · {joined}
          </>
        ) : (
          joined
        )
      }
      end={<Amount minor={friend.income} sign="always" />}
    />
  )
}
