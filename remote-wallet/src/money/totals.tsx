import { appPaths } from '@adcoin/remote'
import { Skeleton, TextLink } from '@adcoin/ui'
import { Amount, Section, Stats } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { useIncome } from './use-income.ts'

/** What was earned today, yesterday and in all; the way to what it was earned with. */
export function Totals({ hidden }: { hidden: boolean }) {
  const t = useT()
  const { data, isError } = useIncome()
  // The chart above says that the read failed, and asks again.
  if (!data) return isError ? null : <Skeleton shape="stats" lines={4} />
  const shown = (minor: string) => (hidden ? '••••' : <Amount minor={minor} />)
  return (
    <Section title={t('money.totals')} action={<TextLink to={appPaths.adRecord}>{t('money.toRecord')}</TextLink>}>
      <Stats
        items={[
          { label: t('money.today'), value: shown(data.today_income) },
          { label: t('money.yesterday'), value: shown(data.yesterday_income) },
          { label: t('money.adTotal'), value: shown(data.ad_income) },
          { label: t('money.shareTotal'), value: shown(data.share_income) },
        ]}
      />
    </Section>
  )
}
