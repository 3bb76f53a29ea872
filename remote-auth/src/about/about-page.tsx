import { legalText, tagOf, type LegalPage, type ResponseOf } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { useBack } from '@adcoin/remote'
import { OperatorNotices } from '@adcoin/remote/pages'
import { useLocation } from '@adcoin/router'
import { Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Stack } from '@adcoin/ui/pages'
import { LanguageButton } from '../language-button.tsx'
import { useT } from '../texts.ts'
import { useAboutText } from './about-text.ts'
import styles from './about.module.css'
import { Trust } from './trust.tsx'

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

type Blocks = ResponseOf<typeof legalText>['blocks']

/** The operator's terms or privacy notice, in the language that it is written in. */
function Legal({ page }: { page: LegalPage }) {
  const { data, isError, refetch } = useCall(legalText, { page }, { errors: 'page' })
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton shape="text" lines={12} />
  return (
    <div lang={tagOf(data.language)}>
      <Stack>
        {partsOf(data.blocks).map((part, index) => (
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
function partsOf(blocks: Blocks): Blocks[] {
  return blocks.reduce<Blocks[]>((parts, block) => {
    const last = parts.at(-1)
    if (block.kind === 'point' && last?.[0]?.kind === 'point') last.push(block)
    else parts.push([block])
    return parts
  }, [])
}
