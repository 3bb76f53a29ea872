import type { UserSetting } from '@adcoin/contract'
import { useT } from '../texts.ts'

/** The name of the person's inviter ("Ad Coin" of the official account), else "ID 1048377". */
export function useInviterName(): (person: UserSetting) => string {
  const t = useT()
  return ({ inviter_name: name, inviter_id: id }) => name || t('members.id', { id: id ?? '' })
}
