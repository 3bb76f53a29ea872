import { appPaths, NotFound, useHost } from '@adcoin/remote'
import { useNavigate, useParams } from '@adcoin/router'
import { useSession } from '@adcoin/session'
import { useT } from '../texts.ts'
import { ResetFlow } from './reset-flow.tsx'

/** The reset of a signed-in person. It ends every session, this one too. */
export function Page() {
  const t = useT()
  const host = useHost()
  const navigate = useNavigate()
  const { findType } = useParams()
  const user = useSession(session => session.user)
  if (findType !== 'mobile' && findType !== 'email') return <NotFound />
  const masked = user?.[findType]
  return (
    <ResetFlow
      method={findType}
      note={masked ? t('reset.noteOwn', { masked }) : t('reset.note')}
      leaveTo={appPaths.loginPassword}
      onMethod={next => void navigate(appPaths.resetPassword({ findType: next }), { replace: true })}
      onDone={() => void host.signOut()}
    />
  )
}
