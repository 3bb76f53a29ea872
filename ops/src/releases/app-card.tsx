import { formatDate, formatPercent } from '@adcoin/i18n/formats'
import type { AppView, ReleasesView, ReleaseOperation, ReleaseBrief, StoredRelease } from '@adcoin/contract/operations'
import { Button, Hint } from '@adcoin/ui'
import { Card, Disclosure, Pill, type PillTone } from '@adcoin/ui/pages'
import css from '../page.module.css'
import { CanaryCard } from './canary-card.tsx'
import { describeAction, statusLabels } from './labels.ts'

type Props = { live: AppView; judge: ReleasesView['judge']; onOperation: (act: ReleaseOperation) => void }

/** One app: its live release since when, its staged releases, and the rollback. */
export function AppCard({ live, judge, onOperation }: Props) {
  const { app, active, since, canary, previous, others } = live
  const held = others.filter(({ status }) => status === 'staged')
  const past = others.filter(({ status }) => status !== 'staged')
  return (
    <Card>
      <div className={css.between}>
        <h2 className="ac-title">{app}</h2>
        <LivePill lastHour={live.lastHour} />
      </div>
      <p className={css.id}>{active.id}</p>
      {listSkippedChecks(active).map(line => (
        <p key={line} className="ac-small ac-2">
          {line}
        </p>
      ))}
      <p className="ac-small ac-2">
        {since
          ? `${describeAction(since.action)} ${formatDate(since.created, 'moment')} by ${since.by}, generation ${since.generation}${since.why ? `: ${since.why}` : ''}`
          : 'Live since before the first entry of the timeline'}
      </p>
      {canary && <CanaryCard {...{ app, canary, judge, onOperation }} />}
      {held.map(release => (
        <ReleaseRow key={release.id} {...{ app, release, onOperation }} tone="warn" word={statusLabels.staged.word} />
      ))}
      <RollbackActions live={live} onOperation={onOperation} />
      {previous.length + past.length > 0 && (
        <Disclosure title={`Other releases (${previous.length + past.length})`}>
          {previous.map(release => (
            <ReleaseRow key={release.id} {...{ app, release, onOperation }} tone="info" word="Fallback" isFallback />
          ))}
          {past.map(release => (
            <ReleaseRow key={release.id} {...{ app, release, onOperation }} {...statusLabels[release.status]} />
          ))}
        </Disclosure>
      )}
    </Card>
  )
}

function RollbackActions({ live: { app, active, rollback }, onOperation }: Omit<Props, 'judge'>) {
  return (
    <div className={css.stored}>
      <p className="ac-small">
        {rollback.to === null ? 'No earlier release to roll back to.' : `Rollback to ${rollback.to}: ${rollback.why}.`}
      </p>
      <div className={css.actions}>
        {rollback.to !== null && (
          <Button
            kind="secondary"
            size="small"
            aria-label={`Roll back ${app}`}
            onClick={() => onOperation({ action: 'rollback', app })}
          >
            Roll back
          </Button>
        )}
        <Button
          kind="quiet"
          size="small"
          aria-label={`Revoke ${app} ${active.id}`}
          onClick={() => onOperation({ action: 'revoke', app, release: active.id })}
        >
          Revoke
        </Button>
      </div>
    </div>
  )
}

/** Green needs browser reports. Yellow: the live release fails in one of a hundred browsers; red: in one of ten. */
function LivePill({ lastHour }: Pick<AppView, 'lastHour'>) {
  if (!lastHour || lastHour.browsers === 0) return <Pill tone="idle">Live, no reports for an hour</Pill>
  const { rate } = lastHour
  if (rate < 0.01) return <Pill tone="good">Live</Pill>
  return <Pill tone={rate < 0.1 ? 'warn' : 'bad'}>Live, fails in {formatPercent(rate)} of browsers</Pill>
}

/** The suggested percentage of browsers: enough reports within an hour, few enough people if it fails. */
const firstShare = 10

type ReleaseRowProps = {
  app: string
  release: ReleaseBrief & Partial<Pick<StoredRelease, 'status'>>
  word: string
  tone: PillTone
  /** It is a fallback: making it live is a rollback. */
  isFallback?: boolean
  onOperation: (act: ReleaseOperation) => void
}

function ReleaseRow({ app, release, word, tone, isFallback = false, onOperation }: ReleaseRowProps) {
  const { id, created, status } = release
  const isUsable = status !== 'revoked' && status !== 'damaged'
  return (
    <div className={css.stored}>
      <div className={css.between}>
        <Pill tone={tone}>{word}</Pill>
        {created && <span className="ac-small ac-2">built {formatDate(created, 'moment')}</span>}
      </div>
      <p className={css.id}>{id}</p>
      {listSkippedChecks(release).map(line => (
        <Hint key={line} tone="warn">
          {line}
        </Hint>
      ))}
      {isUsable && (
        <div className={css.actions}>
          <Button
            kind={status === 'staged' ? 'primary' : 'secondary'}
            size="small"
            aria-label={`${status === 'staged' ? 'Publish' : isFallback ? 'Roll back to' : 'Make live'} ${app} ${id}`}
            onClick={() => onOperation({ action: isFallback ? 'rollback' : 'promote', app, release: id })}
          >
            {status === 'staged' ? 'Publish' : isFallback ? 'Roll back to this one' : 'Make live'}
          </Button>
          {status === 'staged' && app !== 'shell' && (
            <Button
              kind="secondary"
              size="small"
              aria-label={`Start a canary of ${app} ${id}`}
              onClick={() => onOperation({ action: 'canary', app, release: id, share: firstShare })}
            >
              Start a canary
            </Button>
          )}
          <Button
            kind="quiet"
            size="small"
            aria-label={`Revoke ${app} ${id}`}
            onClick={() => onOperation({ action: 'revoke', app, release: id })}
          >
            Revoke
          </Button>
        </div>
      )}
    </div>
  )
}

function listSkippedChecks({ untried, unchecked }: ReleaseBrief): readonly string[] {
  return [
    ...(untried === undefined ? [] : [`Smoke test skipped: ${untried}.`]),
    ...(unchecked === undefined ? [] : [`Types, lint and tests skipped: ${unchecked}.`]),
  ]
}
