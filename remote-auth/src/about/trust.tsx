import { useHost } from '@adcoin/remote'
import { Button, Failed, Skeleton } from '@adcoin/ui'
import { Section, Stack } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { AboutLinks } from './about-links.tsx'
import styles from './about.module.css'
import { Example } from './example.tsx'
import { useAbout } from './use-about.ts'

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

function Told() {
  const t = useT()
  const { data, isError, refetch } = useAbout()
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton shape="rows" lines={4} />
  return (
    <>
      {data.example && <Example title={t('about.example')} example={data.example} hours={data.pay_within_hours} />}
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
