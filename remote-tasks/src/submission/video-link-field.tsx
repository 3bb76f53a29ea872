import { parseLink, findProfileName, isSameName, type BoundAccount } from '@adcoin/contract'
import { useHost } from '@adcoin/remote'
import { useFields, type UseFormReturn } from '@adcoin/remote/forms'
import { Button } from '@adcoin/ui'
import { List, Row, TextField } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import type { SocialPlatform } from '../binding/use-bound-accounts.ts'
import type { SubmissionDraft } from './requirements.ts'

type VideoLinkProps = {
  form: UseFormReturn<SubmissionDraft>
  account: BoundAccount | undefined
  platform: SocialPlatform | undefined
}

export function VideoLinkField({ form, account, platform }: VideoLinkProps) {
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
  const { help = t('submit.videoHelp'), post } = describeLink(t, typed, account, platform)
  return (
    <>
      <TextField
        label={t('submit.video')}
        help={help}
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
      {post !== undefined && (
        <List>
          <Row icon="link" tone="accent" title={t('submit.openPost')} note={t('detail.openTargetNote')} href={post} />
        </List>
      )}
    </>
  )
}

/**
 * The destination of a link in words, and the post where it is one of the account: a person opens it as a reviewer
 * will. A warning if its platform or person is another one.
 */
function describeLink(
  t: ReturnType<typeof useT>,
  typed: string,
  account: BoundAccount | undefined,
  platform: SocialPlatform | undefined,
): { readonly help?: string; readonly post?: string } {
  const link = parseLink(typed.trim())
  if (!link) return {}
  const { hostname, pathname } = new URL(link)
  const host = hostname.replace(/^www\./, '')
  if (platform && !platform.hosts.some(own => hostname === own || hostname.endsWith(`.${own}`)))
    return { help: t('submit.otherPlatform', { host, platform: platform.name }) }
  const name = platform && findProfileName(link, platform.example)
  if (name !== undefined && account && !isSameName(name, account.username))
    return { help: t('submit.otherName', { name: `@${name}` }) }
  return { help: t('submit.leadsTo', { address: `${host}${pathname}` }), post: link }
}
