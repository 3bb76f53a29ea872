import { bindAccount, boundAccounts, taskList } from '@adcoin/contract'
import { refresh } from '@adcoin/http'
import { defineDraft } from '@adcoin/remote/pages'
import { useDraft, useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import * as v from 'valibot'

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

/** Binds an account, or a failed one again (`id`). Afterwards the list shows it as being checked. */
export function useBind({ id, start, done }: { id?: string; start: v.InferInput<typeof Bind>; done: () => void }) {
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
    },
    waitAtButton: true,
    onSuccess: async (_, __, isOpen) => {
      dropDraft()
      await Promise.all([refresh(boundAccounts), refresh(taskList)])
      if (isOpen) done()
    },
  })
  return {
    form,
    submit: form.handleSubmit(async values => void (await bind.submit({ ...values, ...(id && { id }) }))),
    isRunning: bind.isRunning,
    wait: bind.wait,
  }
}
