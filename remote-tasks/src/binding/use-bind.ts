import { bindAccount, boundAccounts, isSameName, linkOf, profileNameOf, taskList } from '@adcoin/contract'
import { refresh } from '@adcoin/http'
import { defineDraft } from '@adcoin/remote/pages'
import { useDraft, useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import * as v from 'valibot'
import { useT } from '../texts.ts'
import type { Platform } from './use-bound-accounts.ts'

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

type BindOptions = {
  id?: string
  start: v.InferInput<typeof Bind>
  platforms: readonly Platform[]
  done: () => void
}

/** Binds an account, or a failed one again (`id`). Afterwards the list shows it as being checked. */
export function useBind({ id, start, platforms, done }: BindOptions) {
  const t = useT()
  const form = useSchemaForm(Bind, start)
  const dropDraft = useDraft(bindDraft, form, id ?? 'new')
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
      if (isOpen) done()
    },
  })
  /** Whose profile the link leads to, where its address says so. */
  const nameIn = (link: string) => {
    const platform = platforms.find(one => one.code === form.getValues('platform'))
    return platform && profileNameOf(linkOf(link.trim()) ?? '', platform.example)
  }
  return {
    form,
    /** The name is in the link: nobody types it twice. */
    takeName(link: string) {
      const name = nameIn(link)
      if (name !== undefined && form.getValues('username').trim() === '')
        form.setValue('username', name, { shouldDirty: true })
    },
    submit: form.handleSubmit(async values => {
      const name = nameIn(values.homepage_link)
      if (name !== undefined && !isSameName(name, values.username))
        return form.setError(
          'homepage_link',
          { message: t('bind.otherName', { name: `@${name}` }) },
          { shouldFocus: true },
        )
      await bind.submit({ ...values, ...(id && { id }) })
    }),
    isRunning: bind.isRunning,
    wait: bind.wait,
  }
}
