import { useCopy } from '@adcoin/remote/pages'
import { Button, Hint } from '@adcoin/ui'
import { useT } from '../texts.ts'

type ChallengeProps = {
  text: string
  /** The check failed: the text is what may have been missing in the profile. */
  hasFailed?: boolean | undefined
}

/** The text that proves whose profile it is, to be put there while it is checked or before it is checked again. */
export function Challenge({ text, hasFailed = false }: ChallengeProps) {
  const t = useT()
  const copy = useCopy()
  return (
    <>
      <Hint tone="hint" icon="info">
        {t(hasFailed ? 'bind.challengeFailed' : 'bind.challengeTitle')}
        <br />
        <b>{text}</b>
        <br />
        {t('bind.challengeNote')}
      </Hint>
      <Button kind="secondary" block icon="copy" onClick={() => void copy(text)}>
        {t('bind.copyChallenge')}
      </Button>
    </>
  )
}
