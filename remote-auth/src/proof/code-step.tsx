import { joined } from '@adcoin/i18n/formats'
import { Button, Hint, TextLink } from '@adcoin/ui'
import { Dock, Stack } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { CodeForm } from './code-form.tsx'
import { shownOf, type Destination } from './flow.ts'
import { useCodeStep } from './use-code-step.ts'
import type { Proof } from './use-proof.ts'

/** The code that was sent. Four digits are enough to go on; one that was right already is not asked for twice. */
export function CodeStep({ proof, sent }: { proof: Proof; sent: Destination }) {
  const isProven = proof.flow.ticket !== null && Date.now() < proof.flow.ticket.until
  return isProven ? <ProvenStep proof={proof} sent={sent} /> : <OpenCodeStep proof={proof} sent={sent} />
}

function OpenCodeStep({ proof, sent }: { proof: Proof; sent: Destination }) {
  return (
    <CodeForm {...useCodeStep(proof, sent)}>
      <Head proof={proof} sent={sent} />
    </CodeForm>
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
        {joined([t(sent.method === 'mobile' ? 'code.sentBySms' : 'code.sentByEmail', { to: shownOf(sent) }), ''])}
        <TextLink inline onClick={() => proof.go('account')}>
          {t('code.change')}
        </TextLink>
      </p>
    </Stack>
  )
}
