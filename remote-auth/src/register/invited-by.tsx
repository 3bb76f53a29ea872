import { Hint, TextLink } from '@adcoin/ui'
import { useT } from '../texts.ts'

/** Whose invitation counts, and the means to take it away; with `problem`, why it cannot be used. */
export function InvitedBy({
  code,
  onRemove,
  problem,
}: {
  code: string
  onRemove: () => void
  problem?: string | undefined
}) {
  const t = useT()
  return (
    <Hint tone={problem ? 'bad' : 'hint'} icon={problem ? 'alert' : 'group'} announce={problem !== undefined}>
      <p>{problem ? t('register.inviteWrong', { reason: problem }) : t('register.invited', { code })}</p>
      <TextLink onClick={onRemove}>{t('register.removeInvite')}</TextLink>
    </Hint>
  )
}
