import { useCallback, useState } from 'react'
import { HealthResponse, type HealthBucket } from '@adcoin/contract'
import type { GenerationEntry, AppView, ReleasesView } from '@adcoin/contract/operations'
import { formatDate, formatNumber, formatPercent } from '@adcoin/i18n/formats'
import { Hint, Main, Skeleton, TopLine } from '@adcoin/ui'
import { Card, Pill, Segmented } from '@adcoin/ui/pages'
import { callServer } from '../server/call-server.ts'
import { useLoaded, type Loaded } from '../server/use-loaded.ts'
import css from '../page.module.css'
import { RefusalHint } from '../refusal-hint.tsx'
import { describeAction } from '../releases/labels.ts'
import { computeCurve, groupByRelease, Curve, type CurveMark } from './curve.tsx'

const refreshMs = 10_000
const spans = [
  { value: '60', label: 'An hour' },
  { value: '1440', label: 'A day' },
  { value: '10080', label: 'A week' },
] as const
type Span = (typeof spans)[number]['value']

/** Browser reports by release. The page distinguishes no reports from no failures. */
export function HealthPage({ releases }: { releases: Loaded<ReleasesView> }) {
  const [span, setSpan] = useState<Span>('60')
  const health = useLoaded(
    // The service does not return details of a whole week at once.
    useCallback(
      () => callServer(`/api/health?minutes=${span}&detail=${span === '10080' ? 'counts' : 'full'}`, HealthResponse),
      [span],
    ),
    refreshMs,
  )
  const { data } = health
  return (
    <>
      <TopLine title="Health" note="What browsers report of each release" />
      <Main tabs>
        <Segmented label="How far back" options={spans} value={span} onChange={setSpan} />
        {health.refusals && (
          <>
            <RefusalHint refusals={health.refusals} />
            <Hint tone="warn">
              Reports are not counted now, or cannot be read: no reports does not mean no failures.
            </Hint>
          </>
        )}
        {!data && !health.refusals && <Skeleton shape="card" lines={5} />}
        {data && releases.data && (
          <div className={css.grid}>
            {releases.data.apps.map(live => (
              <AppHealth
                key={live.app}
                live={live}
                history={releases.data?.history ?? []}
                buckets={data.buckets.filter(({ app }) => app === live.app)}
                now={Date.parse(data.now)}
                minutes={Number(span)}
              />
            ))}
          </div>
        )}
      </Main>
    </>
  )
}

type AppHealthProps = {
  live: AppView
  history: readonly GenerationEntry[]
  buckets: readonly HealthBucket[]
  /** The time of the service, which counts the reports. */
  now: number
  minutes: number
}

function AppHealth({ live: { app, active }, history, buckets, now, minutes }: AppHealthProps) {
  const counts = groupByRelease(buckets)
  const from = now - minutes * 60_000
  const marks = listMarks(app, history).filter(({ at }) => at >= from && at <= now)
  const worst = Math.max(0, ...computeCurve(buckets, now, minutes).map(({ share }) => share ?? 0))
  return (
    <Card>
      <article className="ac-stack ac-stack--3" aria-label={app}>
        <h2 className="ac-title">{app}</h2>
        {counts.length === 0 ? (
          <p className="ac-2">No figures yet: no browser reported in this time.</p>
        ) : (
          <>
            <Curve
              curve={computeCurve(buckets, now, minutes)}
              marks={marks}
              from={from}
              to={now}
              textValue={`Failures of ${app} over time, at worst ${formatPercent(worst)}; ${marks.length} changes of the live release`}
            />
            <p className={`ac-caption ac-2 ${css.between}`}>
              <span>{formatDate(new Date(from).toISOString(), 'moment')}</span>
              <span>worst: {formatPercent(worst)} failed</span>
              <span>now</span>
            </p>
          </>
        )}
        {counts.map(({ release, browsers, failed, cards, unattributed, rate, reasons }) => (
          <div key={release} className={css.stored}>
            <div className={css.between}>
              <span className={css.id}>{release}</span>
              <Pill tone={failed === 0 ? 'good' : rate < 0.01 ? 'warn' : 'bad'}>{formatPercent(rate)} failed</Pill>
            </div>
            <p className="ac-small ac-2">
              {release === active.id ? 'Live' : 'Not live'} · failed in {formatNumber(failed)} of{' '}
              {formatNumber(browsers)} {browsers === 1 ? 'browser' : 'browsers'}
              {cards > 0 && `, card in ${formatNumber(cards)}`}
              {unattributed > 0 && `, ${formatNumber(unattributed)} failures without a known release`}
            </p>
            {reasons.map(({ what, count, shared }) => (
              <p key={what} className="ac-small ac-2">
                {formatNumber(count)} × {what}
                {shared.length > 0 && ` (all ${shared.join(', ')})`}
              </p>
            ))}
          </div>
        ))}
        {marks.map(({ at, label, isBack }) => (
          <p key={`${at} ${label}`} className="ac-small">
            <span className={isBack ? css.backWord : css.forthWord}>{isBack ? '◀' : '▶'}</span> {label},{' '}
            {formatDate(new Date(at).toISOString(), 'moment')}
          </p>
        ))}
      </article>
    </Card>
  )
}

/** The times at which the live release of an app changed. */
function listMarks(app: string, history: readonly GenerationEntry[]): readonly CurveMark[] {
  return history
    .filter(({ changes }) => changes.some(change => change.app === app))
    .map(({ created, action, by, generation }) => ({
      at: Date.parse(created),
      isBack: action === 'rollback' || action === 'revoke' || action === 'stop',
      label: `${describeAction(action)} by ${by}, generation ${generation}`,
    }))
}
