import { appPaths, useBack } from '@adcoin/remote'
import { OperatorNotices } from '@adcoin/remote/pages'
import { Main, NavBar, Screen, TextLink } from '@adcoin/ui'
import { Steps } from '@adcoin/ui/pages'
import { AboutLinks } from '../about/about-links.tsx'
import { RegionField } from '../account/region-field.tsx'
import { GoogleButton } from '../google/google-button.tsx'
import { LanguageButton } from '../language-button.tsx'
import { AccountStep } from '../verification/account-step.tsx'
import { CodeStep } from '../verification/code-step.tsx'
import { useVerification } from '../verification/use-verification.ts'
import { useT } from '../texts.ts'
import { CreatePassword } from './create-password.tsx'
import { InvitedBy, useInviter } from './invited-by.tsx'

export function Page() {
  const t = useT()
  const verification = useVerification('register')
  const inviter = useInviter()
  const { step, sent } = verification
  const back = useBack(step === 'account' ? appPaths.launch : appPaths.register)
  return (
    <Screen>
      <NavBar
        onBack={back}
        end={
          <>
            <Steps count={3} current={step === 'password' ? 2 : 1} />
            <LanguageButton />
          </>
        }
      />
      <Main>
        {step === 'account' && (
          <AccountStep
            verification={verification}
            title={t('register.title')}
            below={
              <p className="ac-dock__why">
                {t('register.already')} <TextLink to={appPaths.login}>{t('register.login')}</TextLink>
              </p>
            }
          >
            <RegionField />
            {inviter.code && <InvitedBy code={inviter.code} onRemove={inviter.remove} />}
            <GoogleButton />
            <AboutLinks screen={appPaths.launch} />
            <OperatorNotices />
          </AccountStep>
        )}
        {step === 'code' && sent && <CodeStep verification={verification} sent={sent} />}
        {step === 'password' && sent && <CreatePassword verification={verification} sent={sent} inviter={inviter} />}
      </Main>
    </Screen>
  )
}
