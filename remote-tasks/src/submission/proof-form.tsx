import type { BoundAccount, TaskDetail } from '@adcoin/contract'
import { useErrorText } from '@adcoin/remote/forms'
import { Button } from '@adcoin/ui'
import { Checkbox, Dock, SelectField, TextField } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { ProofFiles } from './proof-files.tsx'
import { useSubmitProof } from './use-submit-proof.ts'

const link = { inputMode: 'url', autoCapitalize: 'none', autoComplete: 'off', placeholder: 'https://' } as const

/**
 * The fields that this task asks for.
 *
 * Long because it is one form: a block for each field, in the order in which people fill them in.
 */
export function ProofForm({ task, accounts }: { task: TaskDetail; accounts: readonly BoundAccount[] }) {
  const t = useT()
  const errorText = useErrorText()
  const { form, submit, isRunning, wait } = useSubmitProof(task, accounts)
  const needs = (field: TaskDetail['submit_fields'][number]) => task.submit_fields.includes(field)
  const {
    register,
    formState: { errors },
  } = form
  return (
    <form className="ac-stack" noValidate onSubmit={event => void submit(event)}>
      {needs('account_id') ? (
        <SelectField
          label={t('submit.account')}
          help={accounts.length ? t('submit.accountHelp') : t('submit.accountNone')}
          error={errorText(errors.account_id)}
          {...register('account_id')}
          options={accounts.map(account => ({ value: account.id, label: `@${account.username}` }))}
        />
      ) : null}
      {needs('video_link') ? (
        <TextField
          label={t('submit.video')}
          help={task.example ? t('submit.videoExample', { example: task.example }) : t('submit.videoHelp')}
          error={errorText(errors.video_link)}
          {...link}
          {...register('video_link')}
        />
      ) : null}
      {needs('username') ? (
        <TextField
          label={t('submit.username')}
          error={errorText(errors.username)}
          autoCapitalize="none"
          autoComplete="off"
          {...register('username')}
        />
      ) : null}
      {needs('homepage_link') ? (
        <TextField
          label={t('submit.homepage')}
          error={errorText(errors.homepage_link)}
          {...link}
          {...register('homepage_link')}
        />
      ) : null}
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
