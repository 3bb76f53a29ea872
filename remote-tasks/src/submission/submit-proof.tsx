import { bindStatuses, type BoundAccount, submitTask, taskDetail, type TaskDetail, taskList } from '@adcoin/contract'
import { appPaths, useBack, useHost } from '@adcoin/remote'
import { Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Amount, Checkbox, Disclosure, List, Row, SelectField } from '@adcoin/ui/pages'
import { refresh } from '@adcoin/http'
import { Form, useDraft, useFields, useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { defineDraft } from '@adcoin/remote/pages'
import { type BoundAccounts, useBoundAccounts } from '../binding/use-bound-accounts.ts'
import { GoodProof } from '../picture/good-proof.tsx'
import { TaskIllustration } from '../picture/task-illustration.tsx'
import { StatusPill } from '../status.tsx'
import { useT } from '../texts.ts'
import { ProfileFields } from './profile-fields.tsx'
import { ProofFiles } from './proof-files.tsx'
import {
  emptyProof,
  fillFromAccount,
  fillFromOnlyAccount,
  createProofSchema,
  toProofRequest,
  fillFromSubmission,
  SubmissionDraft,
} from './requirements.ts'
import { VideoLinkField } from './video-link-field.tsx'

/** The form is mounted once the linked accounts are loaded, so that a saved choice finds its option. */
export function SubmitProof({ task }: { task: TaskDetail }) {
  const t = useT()
  const { data, isError, refetch } = useBoundAccounts()
  return (
    <Screen>
      <NavBar title={t('submit.title')} close onBack={useBack(appPaths.task({ taskId: task.id }))} />
      <Main>
        <List label={t('titles.task')}>
          <Row
            icon={{ picture: <TaskIllustration picture={task.picture} kind={task.kind} shape="card" /> }}
            title={task.title}
            note={<Amount minor={task.reward} />}
            state={<StatusPill {...task} />}
          />
        </List>
        <Disclosure title={t('proof.title')}>
          <GoodProof task={task} />
        </Disclosure>
        {data ? (
          <ProofForm
            task={task}
            accounts={data.list.filter(account => account.bind_status === bindStatuses.bound)}
            platforms={data.platforms}
          />
        ) : isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={4} />
        )}
      </Main>
    </Screen>
  )
}

type ProofFormProps = { task: TaskDetail; accounts: BoundAccounts['list']; platforms: BoundAccounts['platforms'] }

/** The fields of this task; those that the account determines are filled in. */
function ProofForm({ task, accounts, platforms }: ProofFormProps) {
  const t = useT()
  const { form, ...sending } = useSubmitProof(task, accounts)
  const field = useFields(form)
  const needsField = (name: TaskDetail['submit_fields'][number]) => task.submit_fields.includes(name)
  const account = accounts.find(bound => bound.id === form.watch('account_id'))
  const platform = platforms.find(offered => offered.code === account?.platform)
  const fillIn = (event: { target: { value: string } }) => {
    const { username, homepage_link } = fillFromAccount(accounts.find(bound => bound.id === event.target.value))
    form.setValue('username', username, { shouldDirty: true })
    form.setValue('homepage_link', homepage_link, { shouldDirty: true })
  }
  return (
    <Form {...sending} action={t('submit.send')}>
      {needsField('account_id') ? (
        <SelectField
          label={t('submit.account')}
          help={t(accounts.length ? 'submit.accountHelp' : 'submit.accountNone')}
          {...field('account_id', { onChange: fillIn })}
          options={accounts.map(({ id, username }) => ({ value: id, label: `@${username}` }))}
        />
      ) : null}
      {needsField('video_link') ? <VideoLinkField form={form} account={account} platform={platform} /> : null}
      <ProfileFields form={form} fields={task.submit_fields} account={account} />
      {needsField('files') ? (
        <ProofFiles
          assignmentId={task.assignment_id ?? ''}
          value={form.watch('file_ids')}
          error={form.formState.errors.file_ids ? t('submit.fileNeeded') : undefined}
          onChange={ids => form.setValue('file_ids', ids, { shouldDirty: true, shouldValidate: ids.length > 0 })}
        />
      ) : null}
      <Checkbox
        label={t('submit.disclosure', { hashtag: task.disclosure.hashtag })}
        {...field('disclosure_confirmed')}
      />
    </Form>
  )
}

const proofDraft = defineDraft({ owner: 'tasks', name: 'proof', version: 1, schema: SubmissionDraft })

function useSubmitProof(task: TaskDetail, accounts: readonly BoundAccount[]) {
  const t = useT()
  const host = useHost()
  const goBack = useBack(appPaths.task({ taskId: task.id }))
  const form = useSchemaForm(createProofSchema(task.submit_fields), {
    ...emptyProof,
    ...fillFromOnlyAccount(accounts),
    ...fillFromSubmission(task),
  })
  const dropDraft = useDraft(proofDraft, form, task.assignment_id ?? '')
  const send = useFormCall(submitTask, {
    setError: form.setError,
    fields: {
      account_id: 'account_id',
      need_bind: 'account_id',
      video_link: 'video_link',
      link_invalid: 'video_link',
      username: 'username',
      homepage_link: 'homepage_link',
      file_ids: 'file_ids',
      disclosure_confirmed: 'disclosure_confirmed',
      disclosure_needed: 'disclosure_confirmed',
    },
    waitAtButton: true,
    onSuccess: async (_, __, isOpen) => {
      dropDraft()
      await Promise.all([refresh(taskDetail), refresh(taskList)])
      host.showToast(t('submit.sent'), 'good')
      if (isOpen) goBack()
    },
  })
  const submit = form.handleSubmit(async proof => void (await send.submit(toProofRequest(task, proof))))
  return { form, submit, isRunning: send.isRunning, wait: send.wait }
}
