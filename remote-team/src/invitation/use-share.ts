import { launch } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { useHost } from '@adcoin/remote'
import { saveFile, useCopy, usePerson } from '@adcoin/remote/pages'
import { inviteLink } from '../team/invite-code.ts'
import { useT } from '../texts.ts'
import { shareImage } from './share-image.ts'

/** The content of the share card. Without an address of the service there is no link. */
export function useInvitation() {
  const person = usePerson()
  const info = useCall(launch, {})
  const code = person.data?.invite_code
  return {
    name: person.data?.nick_name ?? undefined,
    code,
    link: code && info.data ? inviteLink(info.data.share.url, code) : undefined,
    isPending: person.isPending || info.isPending,
    isError: person.isError || info.isError,
    retry: () => void Promise.all([person.refetch(), info.refetch()]),
  }
}

type Invitation = Pick<ReturnType<typeof useInvitation>, 'name' | 'code' | 'link'>

/** Share (the platform's sheet, else copy), save the image, copy the link; each with a toast. */
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
