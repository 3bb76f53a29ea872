import { formatDate, formatNumber } from '@adcoin/i18n/formats'
import type { ReleaseOperation, ReleasesView, RunningCanary } from '@adcoin/contract/operations'
import { Button } from '@adcoin/ui'
import { Pill } from '@adcoin/ui/pages'
import css from '../page.module.css'
import { Facts } from '../facts.tsx'
import { decisionLabels, measureLabels } from './labels.ts'

type Props = {
  app: string
  canary: RunningCanary
  judge: ReleasesView['judge']
  onOperation: (act: ReleaseOperation) => void
}

/** A canary: the reports of browsers with it and without, the judge's verdict, and the buttons that end it. */
export function CanaryCard({ app, canary, judge, onOperation }: Props) {
  const { release, share, since, manual, decision, why, browsers, measures, evidence, stopAt } = canary
  const { word, tone } = decisionLabels[decision]
  return (
    <section className={css.stored} aria-label={`Canary of ${app}`}>
      <div className={css.between}>
        <Pill tone="info">Canary on {share} % of browsers</Pill>
        <Pill tone={tone}>{word}</Pill>
      </div>
      <p className={css.id}>{release}</p>
      <p className="ac-small ac-2">
        Since {formatDate(since, 'moment')}. {manual ? 'A person decides.' : describeJudge(judge)}
      </p>
      <p className="ac-small">{why}.</p>
      {browsers && measures && (
        <Facts
          items={{
            Browsers: `${formatNumber(browsers.canary)} with it, ${formatNumber(browsers.others)} without`,
            ...Object.fromEntries(measures.map(each => [measureLabels[each.measure], formatMeasure(each)])),
            'All evidence': evidence === null ? null : `${formatEvidence(evidence)}; the canary stops at ${stopAt}`,
          }}
        />
      )}
      <div className={css.actions}>
        <Button
          size="small"
          aria-label={`Stop the canary of ${app}`}
          onClick={() => onOperation({ action: 'stop', app })}
        >
          Stop
        </Button>
        <Button
          kind="secondary"
          size="small"
          aria-label={`${manual ? 'Resume' : 'Pause'} the judge of ${app}`}
          onClick={() => onOperation({ action: manual ? 'resume' : 'pause', app })}
        >
          {manual ? 'Resume' : 'Pause'}
        </Button>
        <Button
          kind="secondary"
          size="small"
          aria-label={`Promote the canary of ${app}`}
          onClick={() => onOperation({ action: 'promote', app, release })}
        >
          Promote
        </Button>
      </div>
    </section>
  )
}

/** A judge runs every few seconds; one that did not run for a minute has ended. */
function describeJudge(judge: ReleasesView['judge']): string {
  if (judge === null || judge.secondsAgo > 60) return 'No judge is running: a person must stop or promote it.'
  return `The judge decides (${judge.name}, last run ${judge.secondsAgo} s ago).`
}

function formatMeasure({ measure, canary, others, evidence }: NonNullable<RunningCanary['measures']>[number]): string {
  const weighed = evidence === null ? 'too few to weigh' : `evidence ${formatEvidence(evidence)}`
  return measure === 'silent' ? weighed : `${formatNumber(canary)} with it, ${formatNumber(others)} without, ${weighed}`
}

/** Below 10 one decimal shows growth; above 10 decimals are noise. */
function formatEvidence(evidence: number): string {
  return evidence < 10 ? evidence.toFixed(1) : formatNumber(Math.floor(evidence))
}
