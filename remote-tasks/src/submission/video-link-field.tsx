import { parseLink, findProfileName, isSameName, type BoundAccount } from '@adcoin/contract'
import { useHost } from '@adcoin/remote'
import { useState } from 'react'
import { useFields, type UseFormReturn } from '@adcoin/remote/forms'
import { Button } from '@adcoin/ui'
import { List, Row, TextField } from '@adcoin/ui/pages'
import { findOtherHost } from '../binding/link-platform.ts'
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
  // While it is typed, a link is of no account yet.
  const [isTyping, setTyping] = useState(false)
  const { error, ...registered } = field('video_link', {
    required: t('submit.videoMissing'),
    onChange: () => setTyping(true),
    onBlur: () => setTyping(false),
  })
  const { help, problem, post } = describeLink(t, typed, account, platform)
  const shownError = isTyping && !error ? undefined : (problem ?? error)
  return (
    <>
      <TextField
        label={t('submit.video')}
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
        {...registered}
        // The exact sentence in place of the service's general one, never both.
        error={shownError}
        help={problem && shownError ? undefined : (problem ?? help)}
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
 * will. A problem if its platform or person is another one.
 */
function describeLink(
  t: ReturnType<typeof useT>,
  typed: string,
  account: BoundAccount | undefined,
  platform: SocialPlatform | undefined,
): { readonly help?: string; readonly problem?: string; readonly post?: string } {
  const link = parseLink(typed.trim())
  if (!link) return { help: t('submit.videoHelp') }
  const host = findOtherHost(link, platform)
  if (host !== undefined && platform) return { problem: t('submit.otherPlatform', { host, platform: platform.name }) }
  const name = platform && findProfileName(link, platform.example)
  if (name !== undefined && account && !isSameName(name, account.username))
    return { problem: t('submit.otherName', { name: `@${name}` }) }
  const { hostname, pathname } = new URL(link)
  return { help: t('submit.leadsTo', { address: `${hostname.replace(/^www\./, '')}${pathname}` }), post: link }
}
