import { appPaths, createLazyPage, useHost } from '@adcoin/remote'
import { useSession } from '@adcoin/session'
import { Button, Icon, Logo, Mark, Screen } from '@adcoin/ui'
import { useEffect, useState, type ComponentType } from 'react'
import { AboutLinks, useAboutText } from '../about/about-links.tsx'
import { AboutPage } from '../about/lazy-about-page.ts'
import { useLanguageName } from '../language-button.tsx'
import { useT } from '../texts.ts'
import { ClaimList, usePrerenderedClaims } from './claim-list.tsx'
import { TaskToCome } from './task-to-come.tsx'

export function Page() {
  return useAboutText() ? <AboutPage /> : <Landing />
}

function Landing() {
  const t = useT()
  const late = useLateParts()
  const claims = usePrerenderedClaims()
  const isBack = useIsBack()
  // A very small phone, and the notice of an ended session, leave no room above the ways in.
  const isShort = late !== undefined && (isBack || window.matchMedia?.('(max-height: 640px)').matches)
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
            {late && !isShort && <late.LiveNotices />}
            <div className="ac-landing__copy">
              <h1 className="ac-display" tabIndex={-1}>
                {t('landing.headline')}
              </h1>
              <p>{t('landing.lead')}</p>
            </div>
          </div>
          <Task />
          <div className="ac-landing__next">
            <WaysIn />
            <AboutLinks screen={appPaths.launch} />
          </div>
          {late && isShort && (
            <div className="ac-landing__notices">
              <late.LiveNotices />
            </div>
          )}
          {late ? <late.LiveClaims /> : <ClaimList claims={claims} />}
        </div>
      </main>
    </Screen>
  )
}

/** A session has just ended by itself. */
const useIsBack = () => useSession(session => session.ended === 'unauthorised')

/** To register first; to log in where a session has just ended by itself. */
function WaysIn() {
  const t = useT()
  const isBack = useIsBack()
  const logIn = (
    <Button kind={isBack ? 'primary' : 'secondary'} block to={appPaths.login}>
      {t(isBack ? 'login.submit' : 'landing.start')}
    </Button>
  )
  return (
    <>
      {isBack && logIn}
      <Button kind={isBack ? 'secondary' : 'primary'} block to={appPaths.register}>
        {t('landing.join')}
      </Button>
      {!isBack && logIn}
    </>
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
      {/* without its country, which would break the line of the logo */}
      {name.replace(/ \(.*/, '')}
    </button>
  )
}

type LateParts = { readonly LiveClaims: ComponentType; readonly LiveNotices: ComponentType }

/** Claims and notices of the service. Until they are loaded the prerendered claims are shown (rulings.md R8). */
function useLateParts(): LateParts | undefined {
  const [parts, setParts] = useState<LateParts>()
  useEffect(
    () =>
      void import(/* webpackChunkName: "shared" */ './late-parts.tsx').then(
        ({ LiveClaims, LiveNotices }) => setParts({ LiveClaims, LiveNotices }),
        () => undefined,
      ),
    [],
  )
  return parts
}

const landingTask = createLazyPage(() => import(/* webpackChunkName: "about" */ './landing-task.tsx'))

/** Its code and its reads begin after the first paint, in a place that is as tall as the task. */
function Task() {
  const [isHere, setHere] = useState(false)
  useEffect(
    () =>
      void landingTask.preload().then(
        () => setHere(true),
        () => undefined,
      ),
    [],
  )
  return <div className="ac-landing__task">{isHere ? <landingTask.Page /> : <TaskToCome />}</div>
}
