import { buildReleaseKey } from '@adcoin/contract'
import type { busTrace } from '@adcoin/events'
import type { Composition } from '../composition/composition.ts'
import { hasEnded } from '../composition/report.ts'

type Insight = Composition['insight']

/** One part of what the inspector shows. Contains nothing personal: it is copied into reports. */
export type InspectorSection = { readonly title: string; readonly lines: readonly string[] }
export type MeasuredEntry = Pick<PerformanceEntry, 'name' | 'entryType' | 'startTime' | 'duration'>

/** The sections of the inspector. */
export function buildSections(
  insight: Insight,
  measured: readonly MeasuredEntry[],
  events: ReturnType<typeof busTrace>,
): readonly InspectorSection[] {
  const apps = new Set([...Object.keys(insight.live()?.apps ?? {}), ...insight.overrides().map(({ app }) => app)])
  return [
    { title: 'Releases', lines: [...apps].sort().map(app => describeRelease(app, insight)) },
    {
      title: 'Loads and failures',
      lines: insight
        .log()
        .map(({ time, app, release, phase, reason }) =>
          `${(time / 1000).toFixed(3)} s ${app} ${release} ${phase} ${reason}`.trimEnd(),
        ),
    },
    { title: 'Load steps', lines: listSteps(measured) },
    {
      title: 'Last events',
      // Never their payloads.
      lines: events.map(({ name, owner, outcome }) => `${name} from ${owner}: ${outcome}`),
    },
  ]
}

/** All sections as text, for a report. */
export function formatInspection(head: string, sections: readonly InspectorSection[]): string {
  const parts = sections.flatMap(({ title, lines }) => [
    '',
    title,
    ...(lines.length > 0 ? lines : ['none']).map(line => `  ${line}`),
  ])
  return [head, ...parts].join('\n')
}

/** The release of an app that is in this page, and the reason for it. */
function describeRelease(app: string, { live, overrides, mounted, log }: Insight): string {
  const value = live()
  const entry = value?.apps[app]
  const active = entry?.active
  const override = overrides().find(each => each.app === app)
  // The shell draws this: it is mounted.
  const release = app === 'shell' ? active : mounted(app)
  if (release === undefined) return `${app} ${override?.id ?? active}: not in this page yet`
  const failed = log().findLast(each => each.app === app && hasEnded(each))
  const because = failed ? ` (${failed.release}, ${failed.phase}: ${failed.reason})` : ''
  const explainRelease = () => {
    if (release === override?.id) return 'override: chosen in this browser'
    if (release === entry?.canary?.release) return 'canary: this browser is in its share'
    if (release === active) return override ? `live: the override failed${because}` : 'live'
    if (value?.revoked.includes(buildReleaseKey(app, release))) return 'revoked: replaced at the next navigation'
    if (entry?.previous.includes(release)) return `fallback: the live release failed here${because}`
    return 'loaded before the live release changed'
  }
  return `${app} ${release}: ${explainRelease()}`
}

/** The steps of the page's load, in the order of their start. Addresses lose their query. */
function listSteps(measured: readonly MeasuredEntry[]): readonly string[] {
  return measured
    .filter(({ entryType }) => ['navigation', 'resource', 'paint', 'mark', 'measure'].includes(entryType))
    .toSorted((a, b) => a.startTime - b.startTime)
    .map(({ name, entryType, startTime, duration }) => {
      const step = entryType === 'resource' ? shortenAddress(name) : entryType === 'navigation' ? 'the page' : name
      return `${Math.round(startTime)} ms +${Math.round(duration)} ms ${step.slice(0, 100)}`
    })
}

/** `remote-wallet remoteEntry.js`, `/app/finance/balance`: short, without private parts. */
function shortenAddress(address: string): string {
  const { origin, pathname } = new URL(address, window.location.href)
  const [, folder, app, , ...file] = pathname.split('/')
  if (folder === 'releases') return `${app} ${file.join('/')}`
  return origin === window.location.origin ? pathname : `${origin}${pathname}`
}
