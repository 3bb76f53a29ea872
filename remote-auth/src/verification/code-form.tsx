import { VerifyCode } from '@adcoin/contract'
import { useController, useErrorText, useSchemaForm, Form } from '@adcoin/remote/forms'
import * as v from 'valibot'
import { formatDuration } from '@adcoin/i18n/formats'
import { Button, Hint } from '@adcoin/ui'
import { CodeField } from '@adcoin/ui/pages'
import type { ReactNode } from 'react'
import { useT } from '../texts.ts'

const Code = v.object({ verify_code: VerifyCode })

/** The field of each refusal of a code. */
export const codeErrorFields = { verify_code: 'verify_code', code_wrong: 'verify_code' } as const

export type CodeInput = ReturnType<typeof useCodeInput>

/** Four boxes, another code, and the button; the fourth digit submits. */
export function CodeForm({ field: { onBlur: _onBlur, ...field }, submit, isRunning, resend, children }: CodeFormProps) {
  const t = useT()
  const [before = '', after = ''] = t('code.wait', { time: '|' }).split('|')
  return (
    <Form submit={() => submit()} isStep isRunning={isRunning} action={t('code.continue')}>
      {children}
      <CodeField label={t('code.label')} hiddenLabel autoFocus {...field} onComplete={() => void submit()} />
      {resend.left > 0 ? (
        <p className="ac-small ac-2">
          {before}
          <b className="ac-num ac-med">{formatDuration(resend.left)}</b>
          {after}
        </p>
      ) : (
        <Button kind="secondary" busy={resend.isRunning} onClick={resend.send}>
          {t('code.resend')}
        </Button>
      )}
      <Hint icon="shield">{t('code.never')}</Hint>
    </Form>
  )
}

/** A form with a code as its only field. */
export function useCodeInput() {
  const errorText = useErrorText()
  const form = useSchemaForm(Code, { verify_code: '' })
  const { field, fieldState } = useController({ control: form.control, name: 'verify_code' })
  return { form, field: { ...field, error: errorText(fieldState.error) } }
}

type CodeFormProps = {
  field: CodeInput['field']
  submit: () => Promise<void>
  isRunning: boolean
  resend: { left: number; isRunning: boolean; send: () => void }
  children: ReactNode
}
