import { Nickname, type UserSetting } from '@adcoin/contract'
import { useErrorText, useSchemaForm } from '@adcoin/remote/forms'
import { Button } from '@adcoin/ui'
import { Sheet } from '@adcoin/ui/pages'
import * as v from 'valibot'
import { useT } from '../texts.ts'
import { NicknameField } from './nickname-field.tsx'
import { useSaveProfile } from './use-profile.ts'

const Named = v.object({ nick_name: Nickname })

export function NicknameSheet({ user, onClose }: { user: UserSetting; onClose: () => void }) {
  const t = useT()
  const errorText = useErrorText()
  const form = useSchemaForm(Named, { nick_name: user.nick_name ?? '' })
  const save = useSaveProfile({ setError: form.setError, fields: { nick_name: 'nick_name' }, onSaved: onClose })
  const submit = form.handleSubmit(async values => void (await save.submit(values)))
  return (
    <Sheet open title={t('profile.nickname')} onClose={onClose}>
      <form className="ac-stack" noValidate onSubmit={event => void submit(event)}>
        <NicknameField
          typed={form.watch('nick_name')}
          error={errorText(form.formState.errors.nick_name)}
          autoFocus
          {...form.register('nick_name')}
        />
        <Button block type="submit" busy={save.isRunning}>
          {t('profile.save')}
        </Button>
      </form>
    </Sheet>
  )
}
