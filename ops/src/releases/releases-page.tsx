import { useState } from 'react'
import type { ReleaseOperation, ReleasesView } from '@adcoin/contract/operations'
import { Empty, Main, Skeleton, TextLink, TopLine } from '@adcoin/ui'
import type { Loaded } from '../asking/use-loaded.ts'
import css from '../page.module.css'
import { Refused } from '../refused.tsx'
import { OperationSheet } from './operation-sheet.tsx'
import { AppCard } from './app-card.tsx'
import { Timeline } from './timeline.tsx'

/** Live and staged releases, and the history. It follows the store by itself. */
export function ReleasesPage({ releases }: { releases: Loaded<ReleasesView> }) {
  const [operation, setOperation] = useState<ReleaseOperation>()
  const { data, refusals, again } = releases
  return (
    <>
      <TopLine
        title="Releases"
        note={data && `Generation ${data.generation} is live`}
        end={data && <TextLink href={data.productUrl}>Open the product</TextLink>}
      />
      <Main tabs>
        {refusals && <Refused refusals={refusals} />}
        {!data && !refusals && <Skeleton shape="card" lines={6} />}
        {data?.apps.length === 0 && (
          <Empty
            title="Nothing is live yet"
            text="npm start publishes the apps, or npm run release -- publish <app>."
          />
        )}
        {data && (
          <div className={css.beside}>
            <div className={css.grid}>
              {data.apps.map(live => (
                <AppCard key={live.app} live={live} judge={data.judge} onOperation={setOperation} />
              ))}
            </div>
            <Timeline history={data.history} />
          </div>
        )}
      </Main>
      {operation && (
        <OperationSheet operation={operation} onClose={() => setOperation(undefined)} onDone={() => void again()} />
      )}
    </>
  )
}
