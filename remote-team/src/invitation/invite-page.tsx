import { appPaths, useBack } from '@adcoin/remote'
import { Button, Failed, Logo, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { ButtonRow, Dock, QrFrame } from '@adcoin/ui/pages'
import { spaced } from '../team/invite-code.ts'
import { useT } from '../texts.ts'
import styles from './invite.module.css'
import { qrPath } from './qr-path.ts'
import { useInvitation, useShare } from './use-share.ts'

export function Page() {
  const t = useT()
  const back = useBack(appPaths.team)
  const { name, code, link, isPending, isError, retry } = useInvitation()
  const { share, saveImage, copyLink } = useShare({ name, code, link })
  return (
    <Screen>
      <NavBar title={t('titles.invite')} close onBack={back} />
      <Main>
        {isError ? (
          <Failed onRetry={retry} />
        ) : isPending || !code ? (
          <Waiting />
        ) : (
          <>
            <article className={`ac-block ac-on-field ${styles['card']}`}>
              <Logo />
              <h2 className="ac-h1">{name ? t('invite.headline', { name }) : t('invite.headlineNobody')}</h2>
              <div className={styles['foot']}>
                {link ? (
                  <QrFrame label={t('invite.qr')}>
                    <QrCode text={link} />
                  </QrFrame>
                ) : null}
                <p>
                  <span className="ac-small">{t('invite.code')}</span>
                  <b className={`ac-title ac-num ${styles['code']}`}>{spaced(code)}</b>
                  <span className="ac-small">{t('invite.scan')}</span>
                </p>
              </div>
            </article>
            <p className="ac-small ac-2 ac-center">{t('invite.rule')}</p>
            <ButtonRow>
              <Button
                kind="secondary"
                icon="download"
                aria-label={t('invite.saveImage')}
                onClick={() => void saveImage()}
              >
                {t('invite.image')}
              </Button>
              <Button kind="secondary" icon="copy" aria-label={t('invite.copyLink')} onClick={() => void copyLink()}>
                {t('invite.link')}
              </Button>
            </ButtonRow>
            {link ? <p className={`ac-small ac-2 ac-center ${styles['link']}`}>{link}</p> : null}
          </>
        )}
        <Dock>
          <Button block icon="share" onClick={() => void share()}>
            {t('invite.share')}
          </Button>
        </Dock>
      </Main>
    </Screen>
  )
}

/** Decoration inside a `QrFrame`, which names it. */
function QrCode({ text }: { text: string }) {
  const { path, size } = qrPath(text)
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width="124" height="124" shapeRendering="crispEdges" aria-hidden="true">
      <path d={path} fill="#0C1F33" />
    </svg>
  )
}

/** The skeleton of the card. */
function Waiting() {
  return (
    <article className={`ac-block ac-on-field ${styles['card']}`}>
      <Logo />
      <Skeleton lines={2} />
      <div className={styles['foot']}>
        <Skeleton lines={3} />
      </div>
    </article>
  )
}
