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
import { useDraft, useFormCall, useSchemaForm, type UseFormReturn } from '@adcoin/remote/forms'
import * as v from 'valibot'
import { useT } from '../texts.ts'
import { findOtherHost } from './link-platform.ts'
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
  const { findProblem, checkLink } = useLinkCheck(platforms, form)
  return {
    form,
    checkLink,
    submit: form.handleSubmit(async values => {
      const problem = findProblem(values)
      if (problem !== undefined)
        return form.setError('homepage_link', { type: 'other', message: problem }, { shouldFocus: true })
      await bind.submit({ ...values, ...(account && { id: account.id }) })
    }),
    isRunning: bind.isRunning,
    wait: bind.wait,
  }
}

/** Whether the link is of the chosen platform and of the name. */
function useLinkCheck(platforms: readonly SocialPlatform[], form: UseFormReturn<v.InferInput<typeof Bind>>) {
  const t = useT()
  const findChosen = () => platforms.find(offered => offered.code === form.getValues('platform'))
  /** The profile name in the link. */
  const findName = (link: string) => {
    const platform = findChosen()
    return platform && findProfileName(parseLink(link.trim()) ?? '', platform.example)
  }
  /** Why a link cannot be of the account that was named, in a sentence. */
  const findProblem = ({ homepage_link: link, username }: { homepage_link: string; username: string }) => {
    const platform = findChosen()
    const host = findOtherHost(link, platform)
    if (host !== undefined && platform) return t('submit.otherPlatform', { host, platform: platform.name })
    const name = findName(link)
    return name === undefined || username.trim() === '' || isSameName(name, username)
      ? undefined
      : t('bind.otherName', { name: `@${name}` })
  }
  return {
    findProblem,
    /** Fills in the username from the link, or shows what is wrong with the link. */
    checkLink() {
      const values = form.getValues()
      const name = findName(values.homepage_link)
      if (name !== undefined && values.username.trim() === '')
        return form.setValue('username', name, { shouldDirty: true })
      const problem = findProblem(values)
      if (problem !== undefined) form.setError('homepage_link', { type: 'other', message: problem })
      else if (form.getFieldState('homepage_link').error?.type === 'other') form.clearErrors('homepage_link')
    },
  }
}
