import { releaseKey, type Registry } from '@adcoin/contract'
import type { Insight } from '../composition/composition.ts'
import type { Override } from '../composition/releases/override.ts'
import type { Logged } from '../composition/reports.ts'

/** One event of the bus as the inspector shows it: never its payload. */
type SeenEvent = {
  readonly name: string
  readonly owner: string
  readonly time: number
  readonly outcome: string
}
/** A step of the load: what began when, after the page was asked for, and how long it took. */
export type InspectionStep = { readonly name: string; readonly startMs: number; readonly tookMs: number }
export type RemoteLine = { readonly app: string; readonly release: string; readonly why: string }

/** The parts of a page and the reasons for them. Contains nothing personal: it is copied into reports. */
export type Inspection = {
  readonly generation: number
  readonly route: string
  readonly language: string
  readonly remotes: readonly RemoteLine[]
  readonly steps: readonly InspectionStep[]
  readonly events: readonly SeenEvent[]
  readonly wrongs: readonly Logged[]
}

/** The browser's measurement of one file, or of one moment. */
export type Measured = Pick<PerformanceEntry, 'name' | 'entryType' | 'startTime' | 'duration'>

/** More is no picture any more. */
const mostSteps = 60

/** Every app with the release that is in this page, and the reason for it. */
export function remoteLines({ live, overrides, mounted, log }: Insight): readonly RemoteLine[] {
  const registry = live()
  const apps = [...new Set([...Object.keys(registry?.apps ?? {}), ...overrides().map(({ app }) => app)])].sort()
  return apps.map(app => {
    const override = overrides().find(each => each.app === app)
    const active = registry?.apps[app]?.active.id
    // The shell draws this: it is mounted.
    const release = app === 'shell' ? active : mounted(app)
    const failed = log().filter(each => each.app === app && /^(?!runtime|locale)/.test(each.what))
    const chosen = override?.entry?.active.id
    if (release === undefined) return { app, release: chosen ?? active ?? 'none', why: 'not in this page yet' }
    return { app, release, why: whyOf(release, { chosen, override, failed, registry, app }) }
  })
}

type Grounds = {
  readonly app: string
  readonly registry: Registry | undefined
  readonly chosen: string | undefined
  readonly override: Override | undefined
  readonly failed: readonly Logged[]
}

function whyOf(release: string, { app, registry, chosen, override, failed }: Grounds): string {
  const entry = registry?.apps[app]
  if (release === chosen) return 'override: chosen in this browser'
  if (release === entry?.canary?.release.id) return 'canary: this browser is in the share that tries it'
  const because = failed.length > 0 ? ` (${failed.at(-1)?.release}, ${failed.at(-1)?.what})` : ''
  if (release === entry?.active.id && override)
    return `live: the override did not work${override.lacks === undefined ? because : ` (it needs ${override.lacks})`}`
  if (release === entry?.active.id) return 'live'
  if (registry?.revoked.includes(releaseKey(app, release))) return 'revoked: goes at the next navigation'
  if (entry?.previous.some(({ id }) => id === release))
    return `fallen back: the live release did not work here${because}`
  return 'came before what is live now'
}

/** The steps of the page's load, in the order of their start. Addresses lose their query. */
export function stepsOf(measured: readonly Measured[]): readonly InspectionStep[] {
  return measured
    .filter(({ entryType }) => ['navigation', 'resource', 'paint', 'mark', 'measure'].includes(entryType))
    .map(({ name, entryType, startTime, duration }) => ({
      name: entryType === 'resource' ? shortName(name) : entryType === 'navigation' ? 'the page' : name.slice(0, 60),
      startMs: Math.round(startTime),
      tookMs: Math.round(duration),
    }))
    .sort((a, b) => a.startMs - b.startMs)
    .slice(0, mostSteps)
}

/** `remote-wallet remoteEntry.js`, `/app/finance/balance`: short, and without what is private. */
function shortName(address: string): string {
  const { origin, pathname } = new URL(address, window.location.href)
  const [, folder, app, , ...file] = pathname.split('/')
  if (folder === 'releases') return `${app} ${file.join('/')}`
  return origin === window.location.origin ? pathname : `${origin}${pathname}`
}

/** The whole of it as text, for a report. */
export function asText({ generation, route, language, remotes, steps, events, wrongs }: Inspection): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(3)} s`
  const section = (title: string, lines: readonly string[]) => [
    '',
    title,
    ...(lines.length > 0 ? lines.map(line => `  ${line}`) : ['  none']),
  ]
  return [
    `Ad Coin, generation ${generation}, ${route}, ${language}`,
    ...section(
      'Releases',
      remotes.map(({ app, release, why }) => `${app} ${release}: ${why}`),
    ),
    ...section(
      'What went wrong, and was healed or left',
      wrongs.map(({ time, app, release, what }) => `${seconds(time)} ${app} ${release} ${what}`),
    ),
    ...section(
      'Load steps',
      steps.map(({ name, startMs, tookMs }) => `${startMs} ms +${tookMs} ms ${name}`),
    ),
    ...section(
      'Last events',
      events.map(({ name, owner, outcome }) => `${name} said by ${owner}: ${outcome}`),
    ),
  ].join('\n')
}
