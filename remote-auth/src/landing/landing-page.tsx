import { appPaths, useHost } from '@adcoin/remote'
import { Button, Icon, Logo, Mark, Screen } from '@adcoin/ui'
import { AboutLinks } from '../about/about-links.tsx'
import { AboutPage } from '../about/about-part.ts'
import { useAboutText } from '../about/about-text.ts'
import { useLanguageName } from '../language-button.tsx'
import { useT } from '../texts.ts'
import { Claims } from './claims.tsx'

/** The first screen; `?about=` reads one of the texts inside it. */
export function Page() {
  return useAboutText() ? <AboutPage /> : <Landing />
}

/** The same drawing as `fragments/lanuch.html`, which stands in the page before this one arrives. */
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
