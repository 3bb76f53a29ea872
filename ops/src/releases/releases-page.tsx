import { useState } from 'react'
import { formatDate } from '@adcoin/i18n/formats'
import type { GenerationEntry, ReleaseOperation, ReleasesView } from '@adcoin/contract/operations'
import { Button, Empty, Main, Skeleton, TextLink, TopLine } from '@adcoin/ui'
import { Card, Section } from '@adcoin/ui/pages'
import css from '../page.module.css'
import { describeAction } from './labels.ts'
import type { Loaded } from '../server/use-loaded.ts'
import { RefusalHint } from '../refusal-hint.tsx'
import { OperationSheet } from './operation-sheet.tsx'
import { AppCard } from './app-card.tsx'

const first = 8

/** Live and staged releases, and the history. The page follows changes of the store. */
export function ReleasesPage({ releases }: { releases: Loaded<ReleasesView> }) {
  const [operation, setOperation] = useState<ReleaseOperation>()
  const { data, refusals, reload } = releases
  return (
    <>
      <TopLine
        title="Releases"
        note={data && `Generation ${data.generation} is live`}
        end={data && <TextLink href={data.productUrl}>Open the product</TextLink>}
      />
      <Main tabs>
        {refusals && <RefusalHint refusals={refusals} />}
        {!data && !refusals && <Skeleton shape="card" lines={6} />}
        {data?.apps.length === 0 && (
          <Empty title="Nothing is live yet" text="Run npm start, or npm run release -- publish <app>." />
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
        <OperationSheet operation={operation} onClose={() => setOperation(undefined)} onDone={() => void reload()} />
      )}
    </>
  )
}

/** Generations with author and reason, newest first. */
function Timeline({ history }: { history: readonly GenerationEntry[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? history : history.slice(0, first)
  return (
    <Section
      title="Generations"
      note={
        <p className="ac-small ac-2">The author, change and reason of each generation. No entry is ever removed.</p>
      }
    >
      <Card>
        <ol className="ac-stack">
          {shown.map(entry => (
            <Generation key={entry.generation} entry={entry} />
          ))}
        </ol>
        {history.length > shown.length && (
          <Button kind="quiet" block onClick={() => setWhole(true)}>
            Show {history.length - shown.length} more
          </Button>
        )}
      </Card>
    </Section>
  )
}

function Generation({ entry }: { entry: GenerationEntry }) {
  const { generation, action, by, why, created, changes, tries, revoked, floor } = entry
  return (
    <li className={css.entry} data-action={action}>
      <p className="ac-med">
        {generation} · {describeAction(action)} by {by}
      </p>
      <p className="ac-small ac-2">
        <time dateTime={created}>{formatDate(created, 'moment')}</time>
      </p>
      <p className="ac-small">{why || 'No reason was given.'}</p>
      {changes.map(({ app, from, to, untried, unchecked }) => (
        <p key={app} className={css.id}>
          {app}: {from ?? 'nothing'} → {to ?? 'nothing'}
          {untried === undefined ? '' : ', smoke test skipped'}
          {unchecked === undefined ? '' : ', checks skipped'}
        </p>
      ))}
      {tries.map(({ app, release, share }) => (
        <p key={app + release} className={css.id}>
          {app}: {release} {share === 0 ? 'canary ended' : `canary on ${share} % of browsers`}
        </p>
      ))}
      {revoked.map(key => (
        <p key={key} className={css.id}>
          {key}: revoked
        </p>
      ))}
      {Object.entries(floor).map(([app, version]) => (
        <p key={app} className={css.id}>
          {app}: minimum version {version}
        </p>
      ))}
    </li>
  )
}
