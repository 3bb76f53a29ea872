import { appPaths, useBack } from '@adcoin/remote'
import { OperatorNotices } from '@adcoin/remote/pages'
import { Main, NavBar, Screen, TextLink } from '@adcoin/ui'
import { Steps } from '@adcoin/ui/pages'
import { AboutLinks } from '../about/about-links.tsx'
import { RegionField } from '../account/region-field.tsx'
import { GoogleButton } from '../google/google-button.tsx'
import { LanguageButton } from '../language-button.tsx'
import { AccountStep } from '../proof/account-step.tsx'
import { CodeStep } from '../proof/code-step.tsx'
import { useProof } from '../proof/use-proof.ts'
import { useT } from '../texts.ts'
import { CreatePassword } from './create-password.tsx'
import { InvitedBy } from './invited-by.tsx'
import { useInviter } from './use-inviter.ts'

/** Account, code, password; the nickname follows on /welcome. */
export function Page() {
  const t = useT()
  const proof = useProof('register')
  const inviter = useInviter()
  const {
    step,
    flow: { sent },
  } = proof
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
            proof={proof}
            title={t('register.title')}
            below={
              <p className="ac-dock__why">
                {t('register.already')} <TextLink to={appPaths.login}>{t('register.login')}</TextLink>
              </p>
            }
          >
            <RegionField />
            {inviter.code && <InvitedBy code={inviter.code} onRemove={inviter.remove} />}
          </AccountStep>
        )}
        {step === 'account' && (
          <>
            <GoogleButton />
            <OperatorNotices />
            <AboutLinks screen={appPaths.launch} />
          </>
        )}
        {step === 'code' && sent && <CodeStep proof={proof} sent={sent} />}
        {step === 'password' && sent && <CreatePassword proof={proof} sent={sent} inviter={inviter} />}
      </Main>
    </Screen>
  )
}
