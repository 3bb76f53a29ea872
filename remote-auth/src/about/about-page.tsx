import { useDocumentTitle, useHost, useBack } from '@adcoin/remote'
import { Failed, Icon, Skeleton, Main, NavBar, Screen, type IconName } from '@adcoin/ui'
import { Card, Lead, List, Row, Section, Stack } from '@adcoin/ui/pages'
import { type about, type Address, legalText, tagOf, type LegalPage, type ResponseOf } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { formatPercent } from '@adcoin/i18n/formats'
import { OperatorNotices } from '@adcoin/remote/pages'
import { useLocation } from '@adcoin/router'
import { useT } from '../texts.ts'
import { AboutLinks, useAboutText } from './about-links.tsx'
import styles from './about.module.css'
import { Example } from './example.tsx'
import { ServiceFigures } from './service-figures.tsx'
import { useAbout } from './use-about.ts'
import { LanguageButton } from '../language-button.tsx'

const steps = ['claim', 'post', 'review', 'sell'] as const
const neverAsked = { free: 'card', codes: 'lock', social: 'user' } as const
const own = { data: 'download', device: 'phone' } as const

export function Page() {
  const t = useT()
  const pathname = useLocation().pathname as Address
  const about = useAboutText() ?? 'trust'
  useDocumentTitle(t(`about.${about}`))
  return (
    <Screen>
      <NavBar
        title={about === 'trust' ? undefined : t(`about.${about}`)}
        onBack={useBack(pathname)}
        end={<LanguageButton />}
      />
      <Main>
        <OperatorNotices />
        {about === 'trust' ? <Trust screen={pathname} /> : <Legal page={about} />}
      </Main>
    </Screen>
  )
}

/** What a careful person asks before they sign up: how it works, what it costs, what is promised, who answers. */
function Trust({ screen }: { screen: Address }) {
  const t = useT()
  const { data, isError, refetch } = useAbout()
  const fee = data?.example && formatPercent(data.example.fee_bps / 10_000)
  return (
    <>
      <Lead title={t('about.trust')} note={t('about.lead')} />
      {data && <ServiceFigures about={data} />}
      <Section title={t('about.how')}>
        <Card>
          <ol className={styles.steps}>
            {steps.map(step => (
              <li key={step}>
                <div>
                  <b>{t(`about.stepNames.${step}`)}</b>
                  <p className="ac-2">{t(`about.steps.${step}`)}</p>
                </div>
              </li>
            ))}
          </ol>
        </Card>
      </Section>
      {data?.example && <Example title={t('about.example')} example={data.example} hours={data.pay_within_hours} />}
      <Section title={t('about.promised')}>
        <Facts
          icons={neverAsked}
          write={fact => (fact === 'free' && fee ? t('about.promises.freeBut', { fee }) : t(`about.promises.${fact}`))}
        />
      </Section>
      <Section title={t('about.own')}>
        <Facts icons={own} write={fact => t(`about.promises.${fact}`)} />
      </Section>
      {data ? (
        <Operator about={data} />
      ) : isError ? (
        <Failed onRetry={() => void refetch()} />
      ) : (
        <Skeleton shape="rows" lines={3} />
      )}
      <AboutLinks screen={screen} />
    </>
  )
}

type FactsProps<Name extends string> = {
  icons: Readonly<Record<Name, IconName>>
  write: (fact: Name) => string
}

function Facts<Name extends string>({ icons, write }: FactsProps<Name>) {
  return (
    <Card>
      <ul className={styles.facts}>
        {(Object.keys(icons) as Name[]).map(fact => (
          <li key={fact}>
            <Icon name={icons[fact]} size={20} />
            <span>{write(fact)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A row that the operator has not set is left out. */
function Operator({ about: { company, support_email, support_hours } }: { about: About }) {
  const t = useT()
  const host = useHost()
  return (
    <Section title={t('about.contact')}>
      <List label={t('about.contact')}>
        {company && (
          <Row
            icon="bank"
            title={company.name}
            note={
              <>
                {company.address}
                <br />
                {company.contact}
              </>
            }
          />
        )}
        {support_email && (
          <Row icon="mail" title={t('about.email')} note={support_email} href={`mailto:${support_email}`} />
        )}
        <Row
          icon="help"
          title={t('settings.support')}
          note={support_hours ?? t('about.anyone')}
          onClick={host.openHelp}
        />
      </List>
    </Section>
  )
}

type About = ResponseOf<typeof about>
type Blocks = ResponseOf<typeof legalText>['blocks']

/** The operator's terms or privacy notice, in the language that it is written in. */
function Legal({ page }: { page: LegalPage }) {
  const { data, isError, refetch } = useCall(legalText, { page }, { errors: 'page' })
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton shape="text" lines={12} />
  return (
    <div lang={tagOf(data.language)}>
      <Stack>
        {group(data.blocks, ({ kind }) => kind !== 'heading').map((chapter, index) => (
          <Chapter key={index} chapter={chapter} />
        ))}
      </Stack>
    </div>
  )
}

/** A heading with its blocks in a card; blocks before the first heading are on the page itself. */
function Chapter({ chapter }: { chapter: Blocks }) {
  const [first, ...rest] = chapter
  if (first?.kind !== 'heading') return <Parts blocks={chapter} />
  return (
    <Section title={first.text}>
      {rest.length > 0 && (
        <Card>
          <Stack>
            <Parts blocks={rest} />
          </Stack>
        </Card>
      )}
    </Section>
  )
}

/** Consecutive points become one list. */
function Parts({ blocks }: { blocks: Blocks }) {
  return group(blocks, (block, [first]) => block.kind === 'point' && first?.kind === 'point').map((part, index) =>
    part[0]?.kind === 'text' ? (
      <p key={index}>{part[0].text}</p>
    ) : (
      <ul key={index} className={styles.points}>
        {part.map(({ text }, place) => (
          <li key={place}>{text}</li>
        ))}
      </ul>
    ),
  )
}

/** The blocks in groups; each joins the group before it, or begins one. */
function group(blocks: Blocks, joins: (block: Blocks[number], last: Blocks) => boolean): Blocks[] {
  return blocks.reduce<Blocks[]>((groups, block) => {
    const last = groups.at(-1)
    if (last && joins(block, last)) last.push(block)
    else groups.push([block])
    return groups
  }, [])
}
