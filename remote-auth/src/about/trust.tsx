import { about, type ResponseOf } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { formatPercent } from '@adcoin/i18n/formats'
import { useHost } from '@adcoin/remote'
import { Button, Failed, Skeleton } from '@adcoin/ui'
import { Amount, Receipt, Section, Stack } from '@adcoin/ui/pages'
import { useRegions } from '../account/use-regions.ts'
import { useT } from '../texts.ts'
import { AboutLinks } from './about-links.tsx'
import styles from './about.module.css'

const steps = ['claim', 'post', 'sell'] as const

export function Trust({ screen }: { screen: string }) {
  const t = useT()
  const host = useHost()
  return (
    <>
      <Stack>
        <h1 className="ac-h1" tabIndex={-1}>
          {t('about.title')}
        </h1>
        <ol className={styles.steps}>
          {steps.map(step => (
            <li key={step}>{t(`about.steps.${step}`)}</li>
          ))}
        </ol>
      </Stack>
      <Told />
      <Button kind="secondary" block icon="help" onClick={host.openHelp}>
        {t('settings.support')}
      </Button>
      <AboutLinks screen={screen} />
    </>
  )
}

type About = ResponseOf<typeof about>

function Told() {
  const t = useT()
  const { likely, isError: isUnknown } = useRegions()
  const region = likely === '' ? {} : { region: likely }
  const { data, isError, refetch } = useCall(about, region, { enabled: likely !== '' || isUnknown, errors: 'page' })
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton shape="rows" lines={4} />
  return (
    <>
      {data.example && <Example example={data.example} hours={data.pay_within_hours} />}
      <Section title={t('about.company')}>
        {data.company ? (
          <address className={styles.company}>
            {[data.company.name, data.company.address, data.company.contact].map(line => (
              <div key={line}>{line}</div>
            ))}
          </address>
        ) : (
          <p className="ac-2">{t('about.noCompany')}</p>
        )}
      </Section>
      <Section title={t('about.hours')}>
        <p className={data.support_hours === null ? 'ac-2' : undefined}>{data.support_hours ?? t('about.noHours')}</p>
      </Section>
    </>
  )
}

function Example({ example, hours }: { example: NonNullable<About['example']>; hours: number | null }) {
  const t = useT()
  const { amount, fee, fee_bps, scale, payout, payout_currency, payout_scale } = example
  return (
    <Section title={t('about.example')}>
      <Receipt
        rows={[
          { label: t('about.sold'), value: <Amount minor={amount} scale={scale} /> },
          {
            label: t('about.fee', { fee: formatPercent(fee_bps / 10_000) }),
            value: <Amount minor={`-${fee}`} scale={scale} />,
          },
          {
            label: t('about.receive'),
            value: <Amount minor={payout} currency={payout_currency} scale={payout_scale} />,
            strong: true,
          },
        ]}
      >
        <p className="ac-small ac-2">{t('about.ofNow')}</p>
        {hours !== null && <p className="ac-small ac-2">{t('about.within', { count: hours })}</p>}
      </Receipt>
    </Section>
  )
}
