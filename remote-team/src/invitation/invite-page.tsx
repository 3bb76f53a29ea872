import { appPaths, useBack, useHost } from '@adcoin/remote'
import { Button, Failed, Logo, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { ButtonRow, Card, Dock, QrFrame } from '@adcoin/ui/pages'
import { saveFile, useCopy } from '@adcoin/remote/pages'
import { buildInviteLink, formatInviteCode, useKnownPerson, useShareInfo } from '../team/use-team.ts'
import { useT } from '../texts.ts'
import styles from './invite.module.css'
import { buildQrPath } from './qr-path.ts'
import { createShareImage } from './share-image.ts'

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
                  <b className={`ac-title ac-num ${styles['code']}`}>{formatInviteCode(code)}</b>
                  <span className="ac-small">{t('invite.scan')}</span>
                </p>
              </div>
            </article>
            <p className="ac-small ac-2 ac-center">{t('invite.rule')}</p>
            <ButtonRow>
              <Button kind="quiet" icon="download" aria-label={t('invite.saveImage')} onClick={() => void saveImage()}>
                {t('invite.image')}
              </Button>
              <Button kind="quiet" icon="copy" aria-label={t('invite.copyLink')} onClick={() => void copyLink()}>
                {t('invite.link')}
              </Button>
            </ButtonRow>
            {link ? (
              <Card className="ac-stack ac-stack--1">
                <h2 className="ac-small ac-2">{t('invite.preview')}</h2>
                <p className="ac-med">{name ? t('invite.headline', { name }) : t('invite.headlineNobody')}</p>
                <p className={`ac-small ac-2 ${styles['link']}`}>{link}</p>
              </Card>
            ) : null}
          </>
        )}
        {isError ? null : (
          <Dock>
            <Button block icon="share" onClick={() => void share()}>
              {t('invite.share')}
            </Button>
          </Dock>
        )}
      </Main>
    </Screen>
  )
}

/** Decoration inside a `QrFrame`, which names it. */
function QrCode({ text }: { text: string }) {
  const { path, size } = buildQrPath(text)
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

/** The content of the share card. Without an address of the service there is no link. */
function useInvitation() {
  const { person, own } = useKnownPerson()
  const info = useShareInfo()
  const code = person?.invite_code
  return {
    name: person?.nick_name ?? undefined,
    code,
    link: code && info.data ? buildInviteLink(info.data.share.url, code) : undefined,
    isPending: info.isPending,
    isError: (own.isError && !person) || (info.isError && !info.data),
    retry: () => void Promise.all([own.refetch(), info.refetch()]),
  }
}

type Invitation = Pick<ReturnType<typeof useInvitation>, 'name' | 'code' | 'link'>

/** Share (the platform's sheet, else copy), save the image, copy the link; each with a toast. */
function useShare({ name, code, link }: Invitation) {
  const t = useT()
  const { showToast } = useHost()
  const copy = useCopy()
  const headline = name ? t('invite.headline', { name }) : t('invite.headlineNobody')

  async function copyLink(): Promise<void> {
    if (!link) return showToast(t('invite.linkEmpty'), 'bad')
    await copy(link, t('invite.linkCopied'))
  }

  async function saveImage(): Promise<void> {
    if (!link || !code) return showToast(t('invite.linkEmpty'), 'bad')
    try {
      saveFile(
        await createShareImage(link, code, { headline, codeLabel: t('invite.code'), scan: t('invite.scan') }),
        `ad-coin-${code}.png`,
      )
    } catch {
      showToast(t('invite.imageFailed'), 'bad')
    }
  }

  async function share(): Promise<void> {
    if (!link || typeof navigator.share !== 'function') return copyLink()
    try {
      await navigator.share({ title: 'Ad Coin', text: headline, url: link })
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink()
    }
  }

  return { share, saveImage, copyLink }
}
