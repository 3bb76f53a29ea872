import type { TeamMember } from '@adcoin/contract'
import { Amount, Avatar, Row } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'

/** One friend: no phone, no e-mail; what they brought and whether they are active. */
export function MemberRow({ member }: { member: TeamMember }) {
  const t = useT()
  const team = t('members.teamOf', { count: member.team_num })
  return (
    <Row
      icon={{ node: <Avatar name={member.nick_name ?? member.user_id} src={member.avatar ?? undefined} /> }}
      title={t('members.id', { id: member.user_id })}
      note={
        member.nick_name ? (
          <>
            <bdi>{member.nick_name}</bdi> · {team}
          </>
        ) : (
          team
        )
      }
      end={
        <>
          <Amount minor={member.income} sign="always" />
          <small className={`ac-caption ac-2${member.is_active ? ' ac-dot' : ''}`}>
            {member.is_active ? t('members.isActive') : t('members.notActive')}
          </small>
        </>
      }
    />
  )
}
