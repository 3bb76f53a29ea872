import {
  type Address,
  bindInvite,
  getSetting,
  InviteCode,
  Nickname,
  saveSetting,
  type UserSetting,
} from '@adcoin/contract'
import { refresh, writeCache } from '@adcoin/http'
import { appPaths, ownUrl } from '@adcoin/remote'
import { useDraft, useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { defineDraft } from '@adcoin/remote/pages'
import { useNavigate, useSearchParams } from '@adcoin/router'
import { useRef } from 'react'
import * as v from 'valibot'
import { emit } from '../events.ts'

const blank = v.pipe(v.string(), v.trim(), v.literal(''))
/** Either may be left empty; both only with Skip. Source: specification.md 5. */
const Welcome = v.object({ nick_name: v.union([blank, Nickname]), invite_code: v.union([blank, InviteCode]) })

const welcomeDraft = defineDraft({
  owner: 'auth',
  name: 'welcome',
  version: 1,
  schema: v.object({ nick_name: v.string(), invite_code: v.string() }),
})

/** The optional last step of a registration. */
export function useWelcome(user: UserSetting | undefined, country: string | undefined) {
  const navigate = useNavigate()
  const form = useSchemaForm(Welcome, { nick_name: '', invite_code: '' })
  const dropDraft = useDraft(welcomeDraft, form)
  const savedName = useRef('')
  const rename = useFormCall(saveSetting, {
    doing: 'save',
    setError: form.setError,
    fields: { nick_name: 'nick_name' },
    onSuccess(setting, input) {
      savedName.current = input.nick_name ?? savedName.current
      writeCache(getSetting, {}, () => setting)
      if (input.nick_name !== undefined) emit('auth.profileChanged', { fields: ['nick_name'] })
    },
  })
  const bind = useFormCall(bindInvite, {
    setError: form.setError,
    fields: {
      invite_code: 'invite_code',
      invite_unknown: 'invite_code',
      invite_self: 'invite_code',
      invite_cycle: 'invite_code',
      invite_done: 'invite_code',
    },
    onSuccess: () => void refresh(getSetting),
  })
  const after = useAfterWelcome()
  const leave = () => void navigate(after, { replace: true })

  return {
    form,
    isRunning: rename.isRunning || bind.isRunning,
    submit: form.handleSubmit(async ({ nick_name, invite_code }) => {
      if (!nick_name && !invite_code && !country)
        return form.setError('nick_name', { type: 'at_least_one', message: 'at_least_one' }, { shouldFocus: true })
      // The nickname was saved before the code was refused.
      const saved = {
        ...(nick_name && nick_name !== savedName.current ? { nick_name } : {}),
        ...(country ? { country_code: country } : {}),
      }
      if (Object.keys(saved).length > 0 && !(await rename.submit(saved))) return
      if (invite_code && user && !(await bind.submit({ user_id: user.user_id, invite_code }))) return
      dropDraft()
      leave()
    }),
  }
}

/** The path that was requested before the registration (rulings.md R2), if it is one of this app, else home. */
export function useAfterWelcome(): Address {
  const after = useSearchParams()[0].get('after')
  return after && ownUrl(after) ? (after as Address) : appPaths.home
}
