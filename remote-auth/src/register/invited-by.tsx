import { useHost } from '@adcoin/remote'
import { savedInviter } from '@adcoin/session'
import { Hint, TextLink } from '@adcoin/ui'
import { useState } from 'react'
import { useT } from '../texts.ts'

/** The code of the link: sent with the registration unless the person removes it. Source: rulings.md R2. */
export function useInviter() {
  const host = useHost()
  const [code, setCode] = useState(savedInviter)
  return {
    code,
    remove() {
      host.forgetInviter?.()
      setCode(null)
    },
  }
}

type InvitedByProps = {
  code: string
  onRemove: () => void
  /** Why the code cannot be used. */
  problem?: string | undefined
}

export function InvitedBy({ code, onRemove, problem }: InvitedByProps) {
  const t = useT()
  return (
    <Hint tone={problem ? 'bad' : 'hint'} icon={problem ? 'alert' : 'group'} announce={problem !== undefined}>
      <p>{problem ? t('register.inviteWrong', { reason: problem }) : t('register.invited', { code })}</p>
      <TextLink onClick={onRemove}>{t('register.removeInvite')}</TextLink>
    </Hint>
  )
}
