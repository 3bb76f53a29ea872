import { Skeleton } from '@adcoin/ui'
import { Section } from '@adcoin/ui/pages'
import { Example } from '../about/example.tsx'
import { useAbout } from '../about/use-about.ts'
import { useT } from '../texts.ts'

/** A task of today with its receipt; nothing where none is open or the service does not answer. */
export function Page() {
  const title = useT()('landing.task')
  const { data, isError } = useAbout()
  if (data?.example?.task) return <Example title={title} example={data.example} hours={data.pay_within_hours} />
  if (data || isError) return null
  return (
    <Section title={title}>
      <Skeleton shape="rows" lines={4} />
    </Section>
  )
}
