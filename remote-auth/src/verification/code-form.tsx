import { formatDuration } from '@adcoin/i18n/formats'
import { Form } from '@adcoin/remote/forms'
import { Button, Hint } from '@adcoin/ui'
import { CodeField } from '@adcoin/ui/pages'
import type { ReactNode } from 'react'
import { useT } from '../texts.ts'
import type { CodeInput } from './use-code-input.ts'

type CodeFormProps = {
  field: CodeInput['field']
  submit: () => Promise<void>
  isRunning: boolean
  resend: { left: number; isRunning: boolean; send: () => void }
  children: ReactNode
}

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
