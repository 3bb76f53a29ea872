import { useHost } from '@adcoin/remote'
import { saveFile, useCopy } from '@adcoin/remote/pages'
import { useT } from '../texts.ts'
import { shareImage } from './share-image.ts'

type Invitation = { name: string | undefined; code: string | undefined; link: string | undefined }

/**
 * Share (the platform's sheet, else copy), save the image, copy the link; each says what happened in the
 * specification's words.
 */
export function useShare({ name, code, link }: Invitation) {
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
        await shareImage(link, code, { headline, codeLabel: t('invite.code'), scan: t('invite.scan') }),
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
