import type * as v from 'valibot'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { events, type EventName } from '@adcoin/contract'
import { loadRemoteManifest, listTreeRemotes, treeRoot, shortAppNameOf } from '../apps.ts'
import { formatHead, formatPage, formatTable } from '../markdown.ts'

type Known = v.GenericSchema & {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly item?: v.GenericSchema
  readonly value?: v.GenericSchema
  readonly wrapped?: v.GenericSchema
  readonly options?: readonly unknown[]
  readonly literal?: unknown
}

/** `reference/events.md`: every event of the catalogue, with its emitter and its listeners. */
export function formatEventsPage(): string {
  const shell = listShellEvents()
  const rows = (Object.keys(events) as EventName[]).map(name => {
    const { version, replay, meaning, payload } = events[name]
    const listeners = listHearers(name, shell).join(', ') || 'none yet'
    const late = replay === 'last' ? ' A late listener receives the last one.' : ''
    return [`\`${name}@${version}\``, `${meaning}${late}`, findPurpose(name), listeners, `\`${formatShape(payload)}\``]
  })
  return formatPage([
    ...formatHead(
      'Events',
      'From the catalogue `shared/contract/src/events.ts`, the manifests of the remotes and the sources of the shell.',
    ),
    '',
    'An event reports what happened, in the past tense; a question is a call. Only its owner, the first word of its name,',
    'may emit it. Every payload is checked, cloned, frozen and at most 16 KiB; delivery is in a microtask. Remembered',
    'payloads are forgotten when the session ends.',
    '',
    ...formatTable(['Event', 'Meaning', 'Made for', 'Listeners', 'Payload'], rows),
  ])
}

/** A schema as a person reads a TypeScript type. */
function formatShape(schema: v.GenericSchema): string {
  const { type, entries, item, value, wrapped, options, literal } = schema as Known
  if (entries) {
    const fields = Object.entries(entries).map(
      ([name, field]) => `${name}${isOptional(field) ? '?' : ''}: ${formatShape(field)}`,
    )
    return fields.length === 0 ? '{}' : `{ ${fields.join('; ')} }`
  }
  if (wrapped) return type === 'nullable' ? `${formatShape(wrapped)} or null` : formatShape(wrapped)
  if (item) return `(${formatShape(item)})[]`
  if (type === 'record' && value) return `{ [name]: ${formatShape(value)} }`
  if (type === 'literal') return JSON.stringify(literal)
  if (options)
    return options.map(option => (isSchema(option) ? formatShape(option) : JSON.stringify(option))).join(' or ')
  return type
}

function isOptional({ type }: v.GenericSchema): boolean {
  return type === 'optional' || type === 'exact_optional'
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'
}

/** The purpose of an event; also of one without listeners, so that its emitter needs no new release for the first. */
const purposes: Readonly<Record<EventName, string>> = {
  'shell.sessionStarted': 'For a remote that begins something of its own with a session: a chat.',
  'shell.sessionEnded': 'For a remote that holds something of a person outside cache and drafts.',
  'shell.languageChanged': 'For a remote that draws words outside React: a canvas, a frame.',
  'shell.inboxChanged': 'For every area that shows what it is about: it refetches.',
  'auth.profileChanged': 'For remotes that show the person.',
  'tasks.taskChanged': 'For a list of news, a badge.',
  'tasks.rewardPaid': 'For remotes that show money.',
  'tasks.accountBound': 'For remotes that offer something to people with a bound account only.',
  'wallet.balanceChanged': 'For remotes that show the balance and do not ask for it.',
  'wallet.withdrawalChanged': 'For a list of news, a badge.',
  'wallet.tradingPasswordChanged': 'For remotes that ask whether there is one.',
  'team.inviterBound': 'For remotes that show who invited the person.',
}

/** @throws for an event without one: the page would show `undefined` */
function findPurpose(name: EventName): string {
  const purpose: string | undefined = purposes[name]
  if (purpose === undefined) throw new Error(`Write the purpose of ${name} into tools/reference/src/pages/events.ts.`)
  return purpose
}

/** The shell has no manifest: its sources show its listeners. */
function listShellEvents(): ReadonlySet<string> {
  const files = globSync('shell/src/**/*.{ts,tsx}', { cwd: treeRoot }).filter(file => !/\.test\.tsx?$/.test(file))
  const texts = files
    .map(file => readFileSync(join(treeRoot, file), 'utf8'))
    .filter(text => text.includes("'@adcoin/events'"))
  const names = new RegExp(`'(${Object.keys(events).join('|').replaceAll('.', '\\.')})'`, 'g')
  return new Set(
    texts
      .flatMap(text => [...text.matchAll(names)].map(([, name = '']) => name))
      .filter(name => !name.startsWith('shell.')),
  )
}

/** The shell, and remotes by their short names, in the order of the tree. */
function listHearers(name: EventName, shell: ReadonlySet<string>): readonly string[] {
  const reference = `${name}@${events[name].version}`
  const areas = listTreeRemotes().filter(remote => loadRemoteManifest(remote).events.in.includes(reference))
  return [...(shell.has(name) ? ['shell'] : []), ...areas.map(shortAppNameOf)]
}
