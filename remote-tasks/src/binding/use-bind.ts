import {
  bindAccount,
  boundAccounts,
  isSameName,
  parseLink,
  findProfileName,
  taskList,
  type BoundAccount,
} from '@adcoin/contract'
import { refresh } from '@adcoin/http'
import { defineDraft } from '@adcoin/remote/pages'
import { useDraft, useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import * as v from 'valibot'
import { useT } from '../texts.ts'
import type { SocialPlatform } from './use-bound-accounts.ts'

const Bind = v.object({
  platform: bindAccount.request.entries.platform,
  username: bindAccount.request.entries.username,
  homepage_link: bindAccount.request.entries.homepage_link,
})

const bindDraft = defineDraft({
  owner: 'tasks',
  name: 'bind',
  version: 1,
  schema: v.object({ platform: v.string(), username: v.string(), homepage_link: v.string() }),
})

type BindOptions = { platforms: readonly SocialPlatform[]; account: BoundAccount | undefined; onDone: () => void }

/** Binds an account, or a failed `account` again. */
export function useBind({ platforms, account, onDone }: BindOptions) {
  const t = useT()
  const form = useSchemaForm(Bind, {
    platform: account?.platform ?? platforms[0]?.code ?? '',
    username: account?.username ?? '',
    homepage_link: account?.link ?? '',
  })
  const dropDraft = useDraft(bindDraft, form, account?.id ?? 'new')
  const bind = useFormCall(bindAccount, {
    doing: 'link',
    setError: form.setError,
    fields: {
      platform: 'platform',
      username: 'username',
      bind_taken: 'username',
      bind_rules: 'username',
      homepage_link: 'homepage_link',
      link_invalid: 'homepage_link',
      bind_name: 'homepage_link',
    },
    waitAtButton: true,
    onSuccess: async (_, __, isOpen) => {
      dropDraft()
      await Promise.all([refresh(boundAccounts), refresh(taskList)])
      if (isOpen) onDone()
    },
  })
  /** The profile name in the link. */
  const findName = (link: string) => {
    const platform = platforms.find(offered => offered.code === form.getValues('platform'))
    return platform && findProfileName(parseLink(link.trim()) ?? '', platform.example)
  }
  return {
    form,
    /** Fills in the username from the link. */
    takeName(link: string) {
      const name = findName(link)
      if (name !== undefined && form.getValues('username').trim() === '')
        form.setValue('username', name, { shouldDirty: true })
    },
    submit: form.handleSubmit(async values => {
      const name = findName(values.homepage_link)
      if (name !== undefined && !isSameName(name, values.username))
        return form.setError(
          'homepage_link',
          { message: t('bind.otherName', { name: `@${name}` }) },
          { shouldFocus: true },
        )
      await bind.submit({ ...values, ...(account && { id: account.id }) })
    }),
    isRunning: bind.isRunning,
    wait: bind.wait,
  }
}
