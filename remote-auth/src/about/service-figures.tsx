import type { about, ResponseOf } from '@adcoin/contract'
import { formatNumber, formatPercent } from '@adcoin/i18n/formats'
import { Section, Stats } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'

type About = ResponseOf<typeof about>

/** The service's own counts; nothing is drawn while they are too small. */
export function ServiceFigures({ about: { figures, example } }: { about: About }) {
  const t = useT()
  const { paid, reviewed } = figures ?? {}
  if (!paid && !reviewed) return null
  return (
    <Section title={t('about.figures')}>
      <Stats
        items={[
          ...(paid
            ? [
                { label: t('about.paidCount'), value: formatNumber(paid.count) },
                {
                  label: t('about.halfPaid'),
                  value:
                    paid.median_minutes < 60
                      ? t('about.minutes', { count: paid.median_minutes })
                      : t('about.hours', { count: Math.ceil(paid.median_minutes / 60) }),
                },
              ]
            : []),
          ...(reviewed ? [{ label: t('about.reviewed'), value: formatNumber(reviewed) }] : []),
          ...(example ? [{ label: t('about.feeOnly'), value: formatPercent(example.fee_bps / 10_000) }] : []),
        ]}
      />
    </Section>
  )
}
