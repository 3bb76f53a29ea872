import { useCopy } from '@adcoin/remote/pages'
import { Button, Hint } from '@adcoin/ui'
import { useT } from '../texts.ts'

/** The text that proves whose profile it is, to be put there while it is checked. */
export function Challenge({ text }: { text: string }) {
  const t = useT()
  const copy = useCopy()
  return (
    <>
      <Hint tone="hint" icon="info">
        {t('bind.challengeTitle')}: <b>{text}</b>. {t('bind.challengeNote')}
      </Hint>
      <Button kind="secondary" block icon="copy" onClick={() => void copy(text)}>
        {t('bind.copyChallenge')}
      </Button>
    </>
  )
}
