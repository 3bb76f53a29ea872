import { bindInvite, getSetting, InviteCode, Nickname, saveSetting, type UserSetting } from '@adcoin/contract'
import { refresh, writeCache } from '@adcoin/http'
import { appPaths } from '@adcoin/remote'
import { useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { useNavigate } from '@adcoin/router'
import { useRef } from 'react'
import * as v from 'valibot'
import { emit } from '../events.ts'

const blank = v.pipe(v.string(), v.trim(), v.literal(''))
/** Either may be left empty; both only with Skip. Source: specification section 5. */
const Welcome = v.object({ nick_name: v.union([blank, Nickname]), invite_code: v.union([blank, InviteCode]) })

/** The optional last step of a registration: a nickname, and a code where none is bound. */
export function useWelcome(user: UserSetting | undefined) {
  const navigate = useNavigate()
  const form = useSchemaForm(Welcome, { nick_name: '', invite_code: '' })
  const savedName = useRef('')
  const rename = useFormCall(saveSetting, {
    doing: 'save',
    setError: form.setError,
    fields: { nick_name: 'nick_name' },
    onSuccess(setting, input) {
      savedName.current = input.nick_name ?? ''
      writeCache(getSetting, {}, () => setting)
      emit('auth.profileChanged', { fields: ['nick_name'] })
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
  const leave = () => void navigate(appPaths.home, { replace: true })

  return {
    form,
    leave,
    isRunning: rename.isRunning || bind.isRunning,
    submit: form.handleSubmit(async ({ nick_name, invite_code }) => {
      if (!nick_name && !invite_code)
        return form.setError('nick_name', { type: 'at_least_one', message: 'at_least_one' }, { shouldFocus: true })
      // After a code that was refused the nickname is not saved twice.
      if (nick_name && nick_name !== savedName.current && !(await rename.submit({ nick_name }))) return
      if (invite_code && user && !(await bind.submit({ user_id: user.user_id, invite_code }))) return
      leave()
    }),
  }
}
