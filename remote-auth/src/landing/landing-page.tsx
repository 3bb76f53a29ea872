import { appPaths, useHost } from '@adcoin/remote'
import { Button, Icon, Logo, Mark, Screen } from '@adcoin/ui'
import { useEffect, useState, type ComponentType } from 'react'
import { AboutLinks } from '../about/about-links.tsx'
import { AboutPage } from '../about/about-part.ts'
import { useAboutText } from '../about/about-text.ts'
import { useLanguageName } from '../language-button.tsx'
import { useT } from '../texts.ts'
import { ClaimList, useKnownClaims } from './claim-list.tsx'

export function Page() {
  return useAboutText() ? <AboutPage /> : <Landing />
}

/** Equal to `fragments/lanuch.html`, which is shown until this page is loaded. */
function Landing() {
  const t = useT()
  return (
    <Screen>
      <main className="ac-landing">
        <div className="ac-landing__hero">
          <Mark className="ac-landing__mark" />
          <div className="ac-landing__top">
            <Logo />
            <LanguageSwitch />
          </div>
          <div className="ac-landing__copy">
            <h1 className="ac-display" tabIndex={-1}>
              {t('landing.headline')}
            </h1>
            <p>{t('landing.lead')}</p>
          </div>
        </div>
        <Claims />
        <div className="ac-landing__next">
          <Button block to={appPaths.register}>
            {t('landing.join')}
          </Button>
          <Button kind="secondary" block to={appPaths.login}>
            {t('landing.start')}
          </Button>
          <AboutLinks screen={appPaths.launch} />
        </div>
      </main>
    </Screen>
  )
}

function LanguageSwitch() {
  const t = useT()
  const host = useHost()
  const name = useLanguageName()
  return (
    <button
      type="button"
      className="ac-landing__lang"
      aria-label={t('landing.language', { name })}
      onClick={host.openLanguage}
    >
      <Icon name="globe" size={20} />
      {name}
    </button>
  )
}

/** The claims of the prerendered page, then those of the service. Source: rulings.md R8. */
function Claims() {
  const [Told, setTold] = useState<ComponentType>()
  useEffect(
    () =>
      void import(/* webpackChunkName: "shared" */ './live-claims.tsx').then(
        ({ LiveClaims }) => setTold(() => LiveClaims),
        () => undefined,
      ),
    [],
  )
  const known = useKnownClaims()
  return Told ? <Told /> : <ClaimList claims={known} />
}
