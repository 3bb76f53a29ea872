import type { TaskDetail } from '@adcoin/contract'
import { useErrorText } from '@adcoin/remote/forms'
import { Button } from '@adcoin/ui'
import { Checkbox, Dock, SelectField } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import type { BoundAccounts } from '../binding/use-bound-accounts.ts'
import { ProfileFields } from './profile-fields.tsx'
import { ProofFiles } from './proof-files.tsx'
import { ofAccount } from './requirements.ts'
import { useSubmitProof } from './use-submit-proof.ts'
import { VideoLink } from './video-link.tsx'

/**
 * The fields that this task asks for; what the account says is filled in.
 *
 * Long because it is one form: a block for each field, in the order in which people fill them in.
 */
export function ProofForm({
  task,
  list: accounts,
  platforms,
}: { task: TaskDetail } & Pick<BoundAccounts, 'list' | 'platforms'>) {
  const t = useT()
  const errorText = useErrorText()
  const { form, submit, isRunning, wait } = useSubmitProof(task, accounts)
  const needs = (field: TaskDetail['submit_fields'][number]) => task.submit_fields.includes(field)
  const {
    register,
    formState: { errors },
  } = form
  const account = accounts.find(one => one.id === form.watch('account_id'))
  const platform = platforms.find(one => one.code === account?.platform)
  const choose = register('account_id', {
    onChange: (event: { target: { value: string } }) => {
      const chosen = accounts.find(one => one.id === event.target.value)
      for (const [field, value] of Object.entries(ofAccount(chosen)))
        form.setValue(field as 'username' | 'homepage_link', value, { shouldDirty: true })
    },
  })
  return (
    <form className="ac-stack" noValidate onSubmit={event => void submit(event)}>
      {needs('account_id') ? (
        <SelectField
          label={t('submit.account')}
          help={accounts.length ? t('submit.accountHelp') : t('submit.accountNone')}
          error={errorText(errors.account_id)}
          {...choose}
          options={accounts.map(({ id, username }) => ({ value: id, label: `@${username}` }))}
        />
      ) : null}
      {needs('video_link') ? <VideoLink form={form} account={account} platform={platform} /> : null}
      <ProfileFields form={form} asked={task.submit_fields} account={account} />
      {needs('files') ? (
        <ProofFiles
          assignmentId={task.assignment_id ?? ''}
          value={form.watch('file_ids')}
          error={errors.file_ids ? t('submit.fileNeeded') : undefined}
          onChange={ids => form.setValue('file_ids', ids, { shouldDirty: true, shouldValidate: ids.length > 0 })}
        />
      ) : null}
      <Checkbox
        label={t('submit.disclosure', { hashtag: task.disclosure.hashtag })}
        error={errorText(errors.disclosure_confirmed)}
        {...register('disclosure_confirmed')}
      />
      <Dock>
        <Button block type="submit" busy={isRunning} disabledReason={wait}>
          {t('submit.send')}
        </Button>
      </Dock>
    </form>
  )
}
