import { appPaths, NotFound, useBack, useHost } from '@adcoin/remote'
import { useNavigate, useParams } from '@adcoin/router'
import { Button, Empty, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import type { ReactNode } from 'react'
import type { Method } from '../account/account-form.ts'
import { useProfile } from '../owner/use-profile.ts'
import { useT } from '../texts.ts'
import { StepHead } from '../verification/step-head.tsx'
import { ResetFlow } from './reset-flow.tsx'

/** The reset of a signed-in person. It ends every other session; a new one begins here with the new password. */
export function Page() {
  const t = useT()
  const host = useHost()
  const navigate = useNavigate()
  const { findType } = useParams()
  const { user, hasFailed } = useProfile()
  if (findType !== 'mobile' && findType !== 'email') return <NotFound />
  if (!user && !hasFailed)
    return (
      <Frame>
        <Skeleton lines={4} />
      </Frame>
    )
  const other = findType === 'mobile' ? 'email' : 'mobile'
  const masked = user?.[findType]
  if (!masked && user?.[other]) return <Unregistered method={findType} other={other} />
  return (
    <ResetFlow
      method={findType}
      note={masked ? t('reset.noteOwn', { masked }) : t('reset.note')}
      leaveTo={appPaths.loginPassword}
      onMethod={
        user && !user[other]
          ? 'fixed'
          : next => void navigate(appPaths.resetPassword({ findType: next }), { replace: true })
      }
      next={appPaths.settings}
      onLoggedOut={() => void host.signOut()}
    />
  )
}

function Frame({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <Screen>
      <NavBar onBack={useBack(appPaths.loginPassword)} />
      <Main>
        <StepHead title={t('reset.title')} />
        {children}
      </Main>
    </Screen>
  )
}

/** No code can be sent: the account has only the other one. */
function Unregistered({ method, other }: { method: Method; other: Method }) {
  const t = useT()
  const isMobile = method === 'mobile'
  return (
    <Frame>
      <Empty
        text={t(isMobile ? 'reset.noMobile' : 'reset.noEmail')}
        action={
          <Button to={appPaths.resetPassword({ findType: other })}>
            {t(isMobile ? 'reset.byEmail' : 'reset.byMobile')}
          </Button>
        }
      />
    </Frame>
  )
}
