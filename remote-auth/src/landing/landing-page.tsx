import { appPaths, createLazyPage, useHost } from '@adcoin/remote'
import { Button, Icon, Logo, Mark, Screen } from '@adcoin/ui'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { AboutLinks, useAboutText } from '../about/about-links.tsx'
import { AboutPage } from '../about/lazy-about-page.ts'
import { useLanguageName } from '../language-button.tsx'
import { useT } from '../texts.ts'
import { ClaimList, usePrerenderedClaims } from './claim-list.tsx'

export function Page() {
  return useAboutText() ? <AboutPage /> : <Landing />
}

function Landing() {
  const t = useT()
  return (
    <Screen>
      <main>
        <div className="ac-landing">
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
        </div>
        <Task />
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
  const [LoadedClaims, setLoadedClaims] = useState<ComponentType>()
  useEffect(
    () =>
      void import(/* webpackChunkName: "shared" */ './live-claims.tsx').then(
        ({ LiveClaims }) => setLoadedClaims(() => LiveClaims),
        () => undefined,
      ),
    [],
  )
  const prerendered = usePrerenderedClaims()
  return LoadedClaims ? <LoadedClaims /> : <ClaimList claims={prerendered} />
}

/** More of it is in view than the 4 rem that `landing.css` leaves to the title. */
const belowTitle = '0px 0px -96px'

const landingTask = createLazyPage(() => import(/* webpackChunkName: "about" */ './landing-task.tsx'))

/** Only its title is on the first screen; its code and its reads begin when a person scrolls to it. */
function Task() {
  const t = useT()
  const container = useRef<HTMLDivElement>(null)
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    if (!container.current || typeof IntersectionObserver === 'undefined') return
    const begin = () => {
      seen.disconnect()
      landingTask.preload().then(
        () => setHere(true),
        () => undefined,
      )
    }
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && begin(), { rootMargin: belowTitle })
    seen.observe(container.current)
    return () => seen.disconnect()
  }, [])
  return (
    <div className="ac-landing__task" ref={container}>
      {isHere ? <landingTask.Page /> : <h2 className="ac-title">{t('landing.task')}</h2>}
    </div>
  )
}
