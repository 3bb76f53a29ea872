import { useHost, useBack } from '@adcoin/remote'
import { Button, Failed, Skeleton, Main, NavBar, Screen, TextLink } from '@adcoin/ui'
import { Section, Stack } from '@adcoin/ui/pages'
import { legalText, tagOf, type LegalPage, type ResponseOf } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { OperatorNotices } from '@adcoin/remote/pages'
import { useLocation } from '@adcoin/router'
import { useT } from '../texts.ts'
import { AboutLinks, useAboutText } from './about-links.tsx'
import styles from './about.module.css'
import { Example } from './example.tsx'
import { useAbout } from './use-about.ts'
import { LanguageButton } from '../language-button.tsx'

const steps = ['claim', 'post', 'sell'] as const

export function Page() {
  const t = useT()
  const { pathname } = useLocation()
  const about = useAboutText() ?? 'trust'
  return (
    <Screen>
      <NavBar title={t(`about.${about}`)} onBack={useBack(pathname)} end={<LanguageButton />} />
      <Main>
        <OperatorNotices />
        {about === 'trust' ? <Trust screen={pathname} /> : <Legal page={about} />}
      </Main>
    </Screen>
  )
}

function Trust({ screen }: { screen: string }) {
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
      <OperatorDetails />
      <Button kind="secondary" block icon="help" onClick={host.openHelp}>
        {t('settings.support')}
      </Button>
      <AboutLinks screen={screen} />
    </>
  )
}

function OperatorDetails() {
  const t = useT()
  const { data, isError, refetch } = useAbout()
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton shape="rows" lines={4} />
  return (
    <>
      {data.example && <Example title={t('about.example')} example={data.example} hours={data.pay_within_hours} />}
      {data.company && (
        <Section title={t('about.company')}>
          <address className={styles.company}>
            {[data.company.name, data.company.address, data.company.contact].map(line => (
              <div key={line}>{line}</div>
            ))}
          </address>
        </Section>
      )}
      {data.support_email && (
        <Section title={t('about.email')}>
          <p>
            <TextLink href={`mailto:${data.support_email}`}>{data.support_email}</TextLink>
          </p>
        </Section>
      )}
      {data.support_hours && (
        <Section title={t('about.hours')}>
          <p>{data.support_hours}</p>
        </Section>
      )}
    </>
  )
}

type Blocks = ResponseOf<typeof legalText>['blocks']

/** The operator's terms or privacy notice, in the language that it is written in. */
function Legal({ page }: { page: LegalPage }) {
  const { data, isError, refetch } = useCall(legalText, { page }, { errors: 'page' })
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton shape="text" lines={12} />
  return (
    <div lang={tagOf(data.language)}>
      <Stack>
        {groupPoints(data.blocks).map((part, index) => (
          <Part key={index} part={part} />
        ))}
      </Stack>
    </div>
  )
}

function Part({ part }: { part: Blocks }) {
  const [first] = part
  if (first?.kind === 'heading') return <h2 className="ac-h2">{first.text}</h2>
  if (first?.kind === 'text') return <p>{first.text}</p>
  return (
    <ul className={styles.points}>
      {part.map(({ text }, index) => (
        <li key={index}>{text}</li>
      ))}
    </ul>
  )
}

/** Consecutive points become one list. */
function groupPoints(blocks: Blocks): Blocks[] {
  return blocks.reduce<Blocks[]>((parts, block) => {
    const last = parts.at(-1)
    if (block.kind === 'point' && last?.[0]?.kind === 'point') last.push(block)
    else parts.push([block])
    return parts
  }, [])
}
