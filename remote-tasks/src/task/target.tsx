import { Button } from '@adcoin/ui'
import { Section } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'

/** The advertiser's own page: an operator's address, so its host is named and it opens apart from the app. */
export function Target({ address }: { address: string }) {
  const t = useT()
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') return null
  return (
    <Section title={t('detail.target')}>
      <Button kind="secondary" block icon="link" href={url.href}>
        {t('detail.openTarget', { host: url.host })}
      </Button>
      <p className="ac-small ac-2">{t('detail.openTargetNote')}</p>
    </Section>
  )
}
