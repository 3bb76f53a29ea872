import { Birthday, latestBirthday, type UserSetting } from '@adcoin/contract'
import { useErrorText, useSchemaForm } from '@adcoin/remote/forms'
import { Button } from '@adcoin/ui'
import { DateField, Sheet } from '@adcoin/ui/pages'
import * as v from 'valibot'
import { useT } from '../texts.ts'
import { useSaveProfile } from './use-profile.ts'

const Born = v.object({ birthday: v.pipe(v.string(), v.minLength(1, 'required'), Birthday) })

export function BirthdaySheet({ user, onClose }: { user: UserSetting; onClose: () => void }) {
  const t = useT()
  const errorText = useErrorText()
  const form = useSchemaForm(Born, { birthday: user.birthday ?? '' })
  const save = useSaveProfile({ setError: form.setError, fields: { birthday: 'birthday' }, onSaved: onClose })
  const submit = form.handleSubmit(async values => void (await save.submit(values)))
  return (
    <Sheet open title={t('profile.birthday')} onClose={onClose}>
      <form className="ac-stack" noValidate onSubmit={event => void submit(event)}>
        <DateField
          label={t('profile.birthday')}
          help={t('profile.birthdayHelp')}
          error={errorText(form.formState.errors.birthday)}
          autoComplete="bday"
          min="1900-01-01"
          max={latestBirthday()}
          {...form.register('birthday')}
        />
        <Button block type="submit" busy={save.isRunning}>
          {t('profile.save')}
        </Button>
      </form>
    </Sheet>
  )
}
