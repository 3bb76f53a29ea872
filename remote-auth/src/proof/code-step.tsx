import { formatDuration } from '@adcoin/i18n/formats'
import { Button, Hint, TextLink } from '@adcoin/ui'
import { CodeField, Dock, Stack } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { shownOf, type Destination } from './flow.ts'
import { useCodeStep } from './use-code-step.ts'
import type { Proof } from './use-proof.ts'

/** The code that was sent. Four digits are enough to go on; one that was right already is not asked for twice. */
export function CodeStep({ proof, sent }: { proof: Proof; sent: Destination }) {
  const isProven = proof.flow.ticket !== null && Date.now() < proof.flow.ticket.until
  return isProven ? <ProvenStep proof={proof} sent={sent} /> : <OpenCodeStep proof={proof} sent={sent} />
}

function OpenCodeStep({ proof, sent }: { proof: Proof; sent: Destination }) {
  const t = useT()
  const {
    field: { onBlur: _onBlur, ...field },
    submit,
    isRunning,
    resend,
  } = useCodeStep(proof, sent)
  return (
    <form className="ac-stack ac-stack--5" noValidate onSubmit={event => void submit(event)}>
      <Head proof={proof} sent={sent} />
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

function ProvenStep({ proof, sent }: { proof: Proof; sent: Destination }) {
  const t = useT()
  return (
    <form
      className="ac-stack ac-stack--5"
      onSubmit={event => {
        event.preventDefault()
        proof.go('password')
      }}
    >
      <Head proof={proof} sent={sent} />
      <Hint tone="hint" icon="check">
        {t('code.verified')}
      </Hint>
      <Dock>
        <Button block type="submit">
          {t('code.continue')}
        </Button>
      </Dock>
    </form>
  )
}

function Head({ proof, sent }: { proof: Proof; sent: Destination }) {
  const t = useT()
  return (
    <Stack gap={2}>
      <h1 className="ac-h1" tabIndex={-1}>
        {t('code.title')}
      </h1>
      <p className="ac-2">
        {t(sent.method === 'mobile' ? 'code.sentBySms' : 'code.sentByEmail', { to: shownOf(sent) })}{' '}
        <TextLink inline onClick={() => proof.go('account')}>
          {t('code.change')}
        </TextLink>
      </p>
    </Stack>
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
