import { joined } from '@adcoin/i18n/formats'
import { useHost } from '@adcoin/remote'
import { Form, useFormCall } from '@adcoin/remote/forms'
import { Hint, TextLink } from '@adcoin/ui'
import { useT } from '../texts.ts'
import { CodeForm, codeErrorFields, useCodeInput } from './code-form.tsx'
import { formatDestination, type Destination } from './flow.ts'
import { StepHead } from './step-head.tsx'
import { useSendCode } from './use-send-code.ts'
import type { Verification } from './verification.ts'

type CodeStepProps = { verification: Verification; sent: Destination }

/** The code that was sent. Four digits are sent at once; a verified code is not asked for twice. */
export function CodeStep(props: CodeStepProps) {
  const t = useT()
  const { goOn } = props.verification
  if (!goOn) return <OpenCodeStep {...props} />
  return (
    <Form submit={goOn} isStep action={t('code.continue')}>
      <Head {...props} />
      <Hint tone="hint" icon="check">
        {t('code.verified')}
      </Hint>
    </Form>
  )
}

function OpenCodeStep({ verification, sent }: CodeStepProps) {
  return (
    <CodeForm {...useCodeStep(verification, sent)}>
      <Head verification={verification} sent={sent} />
    </CodeForm>
  )
}

function Head({ verification, sent }: CodeStepProps) {
  const t = useT()
  return (
    <StepHead
      title={t('code.title')}
      note={
        <>
          {joined([
            t(sent.method === 'mobile' ? 'code.sentBySms' : 'code.sentByEmail', { to: formatDestination(sent) }),
            '',
          ])}
          <TextLink inline onClick={verification.changeAccount}>
            {t('code.change')}
          </TextLink>
        </>
      }
    />
  )
}

function useCodeStep(verification: Verification, sent: Destination) {
  const t = useT()
  const host = useHost()
  const { form, field } = useCodeInput()
  const { calls, doing, toInput, resend, onResent, onVerified, onFailure } = verification
  const verify = useFormCall(calls[sent.method].verify, {
    doing,
    setError: form.setError,
    fields: codeErrorFields,
    onSuccess: (answer, _input, isOpen) => onVerified(answer, isOpen),
    ...(onFailure && { onFailure }),
  })
  const again = useSendCode(verification, sent.method, {
    onSent(_to, wasEarlier) {
      onResent?.()
      form.reset()
      if (!wasEarlier) host.showToast(t('code.resent'), 'good')
    },
  })
  return {
    field,
    submit: form.handleSubmit(async ({ verify_code }) => void (await verify.submit({ ...toInput(sent), verify_code }))),
    isRunning: verify.isRunning,
    resend: { left: resend.left, isRunning: again.isRunning, send: () => void again.send(sent) },
  }
}
