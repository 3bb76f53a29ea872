import { submitTask, taskDetail, taskList, type BoundAccount, type TaskDetail } from '@adcoin/contract'
import { refresh } from '@adcoin/http'
import { appPaths, useBack, useHost } from '@adcoin/remote'
import { defineDraft } from '@adcoin/remote/pages'
import { useDraft, useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { useT } from '../texts.ts'
import { emptyProof, ofOnlyAccount, Proof, proofSchema, requestOf, sentBefore } from './requirements.ts'

const proofDraft = defineDraft({ owner: 'tasks', name: 'proof', version: 1, schema: Proof })

/** The proof form: a draft per task, checked here and by the service, each error at its field. */
export function useSubmitProof(task: TaskDetail, accounts: readonly BoundAccount[]) {
  const t = useT()
  const host = useHost()
  const goBack = useBack(appPaths.task({ taskId: task.id }))
  const form = useSchemaForm(proofSchema(task.submit_fields), {
    ...emptyProof,
    ...ofOnlyAccount(accounts),
    ...sentBefore(task),
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
  const submit = form.handleSubmit(async proof => void (await send.submit(requestOf(task, proof))))
  return { form, submit, isRunning: send.isRunning, wait: send.wait }
}
