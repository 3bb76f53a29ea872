import { bindStatuses, type BoundAccount, submitTask, taskDetail, type TaskDetail, taskList } from '@adcoin/contract'
import { appPaths, useBack, useDocumentTitle, useHost } from '@adcoin/remote'
import { useSearchParams } from '@adcoin/router'
import { useEffect, useEffectEvent } from 'react'
import { Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Checkbox, Disclosure, List, Parts, Row } from '@adcoin/ui/pages'
import { refresh } from '@adcoin/http'
import { formatDate } from '@adcoin/i18n/formats'
import { Form, useDraft, useFields, useFormCall, useSchemaForm, type UseFormReturn } from '@adcoin/remote/forms'
import { defineDraft } from '@adcoin/remote/pages'
import { type BoundAccounts, useBoundAccounts } from '../binding/use-bound-accounts.ts'
import { GoodProof } from '../picture/good-proof.tsx'
import { TaskIllustration } from '../picture/task-illustration.tsx'
import { RefusalReason } from '../refusal-reason.tsx'
import { Worth } from '../reward.tsx'
import { useT } from '../texts.ts'
import { AccountFields } from './account-fields.tsx'
import { ProofFiles } from './proof-files.tsx'
import {
  emptyProof,
  fillFromOnlyAccount,
  createProofSchema,
  toProofRequest,
  fillFromSubmission,
  SubmissionDraft,
} from './requirements.ts'
import { VideoLinkField } from './video-link-field.tsx'

/** The form is mounted once the linked accounts are loaded, so that a saved choice finds its option. */
export function SubmitProof({ task, onSent }: { task: TaskDetail; onSent: () => void }) {
  const t = useT()
  const { data, isError, refetch } = useBoundAccounts()
  useDocumentTitle(t('submit.title'))
  const until = task.deadline_at && t('list.until', { time: formatDate(task.deadline_at, 'moment') })
  return (
    <Screen>
      <NavBar title={t('submit.title')} close onBack={useBack(appPaths.task({ taskId: task.id }))} />
      <Main>
        <List label={t('titles.task')}>
          <Row
            icon={{ picture: <TaskIllustration picture={task.picture} kind={task.kind} shape="card" /> }}
            title={task.title}
            note={<Parts of={[<Worth key="worth" minor={task.reward} />, until]} />}
          />
        </List>
        <RefusalReason task={task} />
        {data ? (
          <ProofForm
            task={task}
            accounts={data.list.filter(account => account.bind_status === bindStatuses.bound)}
            platforms={data.platforms}
            onSent={onSent}
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

type ProofFormProps = {
  task: TaskDetail
  accounts: BoundAccounts['list']
  platforms: BoundAccounts['platforms']
  onSent: () => void
}

/** The fields of this task; those that the account determines are filled in. */
function ProofForm({ task, accounts, platforms, onSent }: ProofFormProps) {
  const t = useT()
  const { form, ...sending } = useSubmitProof(task, accounts, onSent)
  const field = useFields(form)
  const needsField = (name: TaskDetail['submit_fields'][number]) => task.submit_fields.includes(name)
  const account = accounts.find(bound => bound.id === form.watch('account_id'))
  const fileError = form.formState.errors.file_ids
  const platform = platforms.find(offered => offered.code === account?.platform)
  return (
    <Form {...sending} action={t('submit.send')}>
      <AccountFields form={form} fields={task.submit_fields} accounts={accounts} platforms={platforms} />
      {needsField('video_link') ? <VideoLinkField form={form} account={account} platform={platform} /> : null}
      {needsField('files') ? (
        <ProofFiles
          assignmentId={task.assignment_id ?? ''}
          kind={task.kind}
          value={form.watch('file_ids')}
          error={fileError && (fileError.type === 'proof_repeated' ? fileError.message : t('submit.fileNeeded'))}
          onChange={ids => form.setValue('file_ids', ids, { shouldDirty: true, shouldValidate: ids.length > 0 })}
        />
      ) : null}
      <Checkbox
        label={t('submit.disclosure', { hashtag: task.disclosure.hashtag })}
        {...field('disclosure_confirmed')}
      />
      <Disclosure title={t('proof.title')}>
        <GoodProof task={task} />
      </Disclosure>
    </Form>
  )
}

const proofDraft = defineDraft({ owner: 'tasks', name: 'proof', version: 1, schema: SubmissionDraft })

function useSubmitProof(task: TaskDetail, accounts: readonly BoundAccount[], onSent: () => void) {
  const t = useT()
  const host = useHost()
  const form = useSchemaForm(createProofSchema(task.submit_fields), {
    ...emptyProof,
    ...fillFromOnlyAccount(accounts),
    ...fillFromSubmission(task),
  })
  const dropDraft = useDraft(proofDraft, form, task.assignment_id ?? '')
  useSharedLink(form)
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
      if (isOpen) onSent()
    },
  })
  const submit = form.handleSubmit(async proof => void (await send.submit(toProofRequest(task, proof))))
  return { form, submit, isRunning: send.isRunning, wait: send.wait }
}

/** The link that another app shared into the form by `/share`. Once it is in the field the address names it no longer. */
function useSharedLink(form: UseFormReturn<SubmissionDraft>): void {
  const [query, setQuery] = useSearchParams()
  const link = query.get('link')
  const take = useEffectEvent((shared: string) => {
    form.setValue('video_link', shared, { shouldDirty: true })
    const rest = new URLSearchParams(query)
    rest.delete('link')
    setQuery(rest, { replace: true })
  })
  useEffect(() => {
    if (link !== null) take(link)
  }, [link])
}
