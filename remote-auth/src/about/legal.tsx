import { legalText, tagOf, type LegalPage, type ResponseOf } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { Failed, Skeleton } from '@adcoin/ui'
import { Stack } from '@adcoin/ui/pages'
import styles from './about.module.css'

type Blocks = ResponseOf<typeof legalText>['blocks']

/** The operator's terms or privacy notice, in the language that it is written in. */
export function Legal({ page }: { page: LegalPage }) {
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

/** Points that follow each other are one list; everything else stands by itself. */
function partsOf(blocks: Blocks): Blocks[] {
  return blocks.reduce<Blocks[]>((parts, block) => {
    const last = parts.at(-1)
    if (block.kind === 'point' && last?.[0]?.kind === 'point') last.push(block)
    else parts.push([block])
    return parts
  }, [])
}
