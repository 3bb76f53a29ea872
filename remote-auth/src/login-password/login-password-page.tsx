import { appPaths, useBack } from '@adcoin/remote'
import { useSession } from '@adcoin/session'
import { Empty, Button, Main, NavBar, Screen } from '@adcoin/ui'
import { useT } from '../texts.ts'
import { ChangePasswordForm } from './change-password-form.tsx'

export function Page() {
  const t = useT()
  const back = useBack(appPaths.settings)
  const user = useSession(session => session.user)
  return (
    <Screen>
      <NavBar title={t('titles.loginPassword')} onBack={back} />
      <Main>
        {user?.has_passwd === false ? (
          <Empty
            text={t('loginPassword.none')}
            action={
              <Button to={appPaths.resetPassword({ findType: user.login_type })}>{t('loginPassword.create')}</Button>
            }
          />
        ) : (
          <ChangePasswordForm findType={user?.login_type ?? 'mobile'} />
        )}
      </Main>
    </Screen>
  )
}
