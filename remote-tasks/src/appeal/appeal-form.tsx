import { appealTask, taskDetail, type TaskDetail } from '@adcoin/contract'
import { refresh } from '@adcoin/http'
import { appPaths, useBack, useDocumentTitle, useHost } from '@adcoin/remote'
import { Form, useDraft, useFields, useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { defineDraft } from '@adcoin/remote/pages'
import { Main, NavBar, Screen } from '@adcoin/ui'
import { TextArea } from '@adcoin/ui/pages'
import * as v from 'valibot'
import { RefusalReason } from '../refusal-reason.tsx'
import { useT } from '../texts.ts'

/** Why the proof is good: read by another reviewer than the first. */
export function AppealForm({ task, onSent }: { task: TaskDetail; onSent: () => void }) {
  const t = useT()
  const { form, ...sending } = useAppeal(task, onSent)
  const field = useFields(form)
  useDocumentTitle(t('appeal.ask'))
  const left = mostCharacters - form.watch('text').length
  return (
    <Screen>
      <NavBar title={t('appeal.ask')} close onBack={useBack(appPaths.task({ taskId: task.id }))} />
      <Main>
        <Form {...sending} action={t('appeal.send')}>
          <RefusalReason task={task} />
          <TextArea
            label={t('appeal.text')}
            help={left > nearLimit ? t('appeal.textHelp') : t('appeal.left', { count: left })}
            maxLength={mostCharacters}
            {...field('text')}
          />
          <p className="ac-small ac-2">{t('appeal.once')}</p>
        </Form>
      </Main>
    </Screen>
  )
}

/** Source: `appealTask` in the contract. */
const mostCharacters = 500
/** From so many characters on the form counts them. */
const nearLimit = 100

const Text = v.object({ text: appealTask.request.entries.text })
const appealDraft = defineDraft({
  owner: 'tasks',
  name: 'appeal',
  version: 1,
  schema: v.object({ text: v.string() }),
})

function useAppeal(task: TaskDetail, onSent: () => void) {
  const t = useT()
  const host = useHost()
  const assignmentId = task.assignment_id ?? ''
  const form = useSchemaForm(Text, { text: '' })
  const dropDraft = useDraft(appealDraft, form, assignmentId)
  const appeal = useFormCall(appealTask, {
    setError: form.setError,
    fields: { text: 'text' },
    waitAtButton: true,
    onSuccess: async (_, __, isOpen) => {
      dropDraft()
      await refresh(taskDetail)
      host.showToast(t('appeal.sent'), 'good')
      if (isOpen) onSent()
    },
    onFailure: ({ key }) => {
      if (key !== 'conflict') return false
      host.showToast(t('appeal.tooLate'), 'bad')
      void refresh(taskDetail)
      return true
    },
  })
  const submit = form.handleSubmit(
    async ({ text }) => void (await appeal.submit({ assignment_id: assignmentId, text })),
  )
  return { form, submit, isRunning: appeal.isRunning, wait: appeal.wait }
}
