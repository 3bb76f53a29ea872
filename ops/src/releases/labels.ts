import type { ReleaseOperation, RunningCanary, StoredRelease } from '@adcoin/contract/operations'
import type { PillTone } from '@adcoin/ui/pages'

type Action = ReleaseOperation['action']

/** Texts of an operation: `verb` on its button and above its plan, `done` after it. */
export const operationLabels: Readonly<Record<Action, { readonly verb: string; readonly done: string }>> = {
  promote: { verb: 'Make live', done: 'It is live' },
  rollback: { verb: 'Roll back', done: 'It is rolled back' },
  revoke: { verb: 'Revoke', done: 'It is revoked' },
  floor: { verb: 'Raise the minimum version', done: 'The minimum version is raised' },
  canary: { verb: 'Start a canary', done: 'The canary is running' },
  stop: { verb: 'Stop the canary', done: 'The canary is stopped' },
  pause: { verb: 'Pause the judge', done: 'A person decides from now on' },
  resume: { verb: 'Resume the judge', done: 'The judge acts again' },
}

const actionLabels: Readonly<Record<string, string>> = {
  publish: 'Published',
  promote: 'Made live',
  rollback: 'Rolled back',
  revoke: 'Revoked',
  canary: 'Canary started or changed',
  stop: 'Canary stopped',
}

/** The timeline's word for each action of a generation. */
export function describeAction(action: string): string {
  return actionLabels[action] ?? action
}

export const statusLabels: Readonly<
  Record<StoredRelease['status'], { readonly word: string; readonly tone: PillTone }>
> = {
  staged: { word: 'Staged: newer than the live release', tone: 'warn' },
  older: { word: 'Older than the live release', tone: 'idle' },
  failed: { word: 'Rolled back', tone: 'bad' },
  stopped: { word: 'Stopped as a canary', tone: 'bad' },
  revoked: { word: 'Revoked', tone: 'bad' },
  damaged: { word: 'Signature does not match', tone: 'bad' },
}

type Measure = NonNullable<RunningCanary['measures']>[number]['measure']

/** Measures of the judge, compared between browsers with the candidate and without. */
export const measureLabels: Readonly<Record<Measure, string>> = {
  failed: 'Failures',
  cards: 'Error cards shown',
  slow: 'Slow browsers',
  late: 'Time to content',
  silent: 'Browsers without a report',
}

/** Labels of the judge's decisions; its reason is shown beside them. */
export const decisionLabels: Readonly<
  Record<RunningCanary['decision'], { readonly word: string; readonly tone: PillTone }>
> = {
  wait: { word: 'The judge waits', tone: 'info' },
  stop: { word: 'The judge recommends: stop', tone: 'bad' },
  raise: { word: 'The judge recommends: more browsers', tone: 'good' },
  promote: { word: 'The judge recommends: promote', tone: 'good' },
}
