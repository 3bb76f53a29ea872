import { useCopy } from '@adcoin/remote/pages'
import { Button } from '@adcoin/ui'
import { ButtonRow } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'

type PassOnProps = { title: string; lines: readonly { label: string; value: string }[] }

/** Copies a receipt as text, or hands it to the platform's sheet where there is one. */
export function PassOn({ title, lines }: PassOnProps) {
  const t = useT()
  const copy = useCopy()
  const text = [`Ad Coin · ${title}`, ...lines.map(({ label, value }) => `${label}: ${value}`)].join('\n')
  // Closing the platform's sheet is an answer too; anything else that goes wrong there leaves the copy.
  const share = () =>
    navigator.share({ title, text }).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) return copy(text)
    })
  return (
    <ButtonRow>
      <Button kind="secondary" icon="copy" onClick={() => void copy(text)}>
        {t('history.copy')}
      </Button>
      {typeof navigator.share === 'function' ? (
        <Button kind="secondary" icon="share" onClick={() => void share()}>
          {t('history.share')}
        </Button>
      ) : null}
    </ButtonRow>
  )
}
