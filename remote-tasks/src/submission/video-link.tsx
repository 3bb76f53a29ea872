import { linkOf, profileNameOf, isSameName, type BoundAccount } from '@adcoin/contract'
import { useHost } from '@adcoin/remote'
import { useFields, type UseFormReturn } from '@adcoin/remote/forms'
import { Button } from '@adcoin/ui'
import { TextField } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import type { Platform } from '../binding/use-bound-accounts.ts'
import type { SubmissionDraft } from './requirements.ts'

type VideoLinkProps = {
  form: UseFormReturn<SubmissionDraft>
  account: BoundAccount | undefined
  platform: Platform | undefined
}

export function VideoLink({ form, account, platform }: VideoLinkProps) {
  const t = useT()
  const field = useFields(form)
  const { showToast } = useHost()
  const typed = form.watch('video_link')
  // Undefined on insecure pages and in some browsers.
  const clipboard = navigator.clipboard as Partial<Clipboard> | undefined
  async function paste(): Promise<void> {
    const text = (await clipboard?.readText?.().catch(() => ''))?.trim()
    if (text) form.setValue('video_link', text, { shouldDirty: true, shouldValidate: true })
    else showToast(t('submit.pasteFailed'), 'bad')
  }
  return (
    <TextField
      label={t('submit.video')}
      help={leadsTo(t, typed, account, platform) ?? t('submit.videoHelp')}
      inputMode="url"
      autoCapitalize="none"
      autoComplete="off"
      placeholder="https://"
      suffix={
        clipboard?.readText && !typed ? (
          <Button kind="tonal" size="small" onClick={() => void paste()}>
            {t('submit.paste')}
          </Button>
        ) : undefined
      }
      {...field('video_link')}
    />
  )
}

/** The destination of a link; a warning if its platform or person is not that of the account. */
function leadsTo(
  t: ReturnType<typeof useT>,
  typed: string,
  account: BoundAccount | undefined,
  platform: Platform | undefined,
): string | undefined {
  const link = linkOf(typed.trim())
  if (!link) return undefined
  const { hostname, pathname } = new URL(link)
  const host = hostname.replace(/^www\./, '')
  if (platform && !platform.hosts.some(own => hostname === own || hostname.endsWith(`.${own}`)))
    return t('submit.otherPlatform', { host, platform: platform.name })
  const name = platform && profileNameOf(link, platform.example)
  if (name !== undefined && account && !isSameName(name, account.username))
    return t('submit.otherName', { name: `@${name}` })
  return t('submit.leadsTo', { address: `${host}${pathname}` })
}
