import { formatSupportReference } from '@adcoin/contract'
import { useCopy } from '@adcoin/remote/pages'
import { Button } from '@adcoin/ui'
import { ButtonRow } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'

type ShareReceiptProps = { title: string; lines: readonly { label: string; value: string }[] }

/** Copies a receipt as text, or opens the platform's share sheet if there is one. */
export function ShareReceipt({ title, lines }: ShareReceiptProps) {
  const t = useT()
  const copy = useCopy()
  const text = [`Ad Coin · ${title}`, ...lines.map(({ label, value }) => `${label}: ${value}`)].join('\n')
  // Closing the share sheet is a choice; after any other error the text is copied instead.
  const share = () =>
    navigator.share({ title, text }).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) return copy(text)
    })
  return (
    <ButtonRow>
      <Button
        kind="secondary"
        icon="copy"
        aria-label={`${t('history.copy')}: ${title}`}
        onClick={() => void copy(text)}
      >
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

const prefixes: Readonly<Record<string, string>> = { withdraw: 'WD', withdraw_refund: 'WD', ad_income: 'AD' }

/** The reference for support: `WD-` and the withdrawal, `AD-` and the task, else `TX-` and the entry. */
export function formatTransactionReference({
  kind,
  id,
  ref_id,
}: {
  kind: string
  id: string
  ref_id: string | null
}): string {
  const prefix = prefixes[kind]
  return prefix && ref_id ? formatSupportReference(prefix, ref_id) : formatSupportReference('TX', id)
}
