import { formatDuration } from '@adcoin/i18n/formats'
import { Button, Hint } from '@adcoin/ui'
import { CodeField, Dock } from '@adcoin/ui/pages'
import type { ReactNode } from 'react'
import { useT } from '../texts.ts'
import type { CodeInput } from './use-code-input.ts'

type CodeFormProps = {
  field: CodeInput['field']
  submit: () => Promise<void>
  isRunning: boolean
  resend: { left: number; isRunning: boolean; send: () => void }
  /** The title, and where the code went. */
  children: ReactNode
}

/** Four boxes, the way to another code, and the button; four digits are enough to go on. */
export function CodeForm({ field: { onBlur: _onBlur, ...field }, submit, isRunning, resend, children }: CodeFormProps) {
  const t = useT()
  return (
    <form
      className="ac-stack ac-stack--5"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      {children}
      <CodeField label={t('code.label')} hiddenLabel autoFocus {...field} onComplete={() => void submit()} />
      {resend.left > 0 ? (
        <p className="ac-small ac-2">
          <Waiting text={t('code.wait', { time: '|' })} time={formatDuration(resend.left)} />
        </p>
      ) : (
        <Button kind="secondary" busy={resend.isRunning} onClick={resend.send}>
          {t('code.resend')}
        </Button>
      )}
      <Hint icon="shield">{t('code.never')}</Hint>
      <Dock>
        <Button block type="submit" busy={isRunning}>
          {t('code.continue')}
        </Button>
      </Dock>
    </form>
  )
}

/** The time stands out, wherever the language puts it. */
function Waiting({ text, time }: { text: string; time: string }) {
  const [before = '', after = ''] = text.split('|')
  return (
    <>
      {before}
      <b className="ac-num ac-med">{time}</b>
      {after}
    </>
  )
}
