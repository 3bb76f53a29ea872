import { events, type EventName } from '@adcoin/contract'
import type * as v from 'valibot'

/**
 * Who each event is for. `heardBy`: who listens today; the shell, and remotes by their short names. Nobody: it is said
 * for the area that comes next, so that the area that says it needs no release then.
 */
export const readers: Readonly<Record<EventName, { readonly heardBy: readonly string[]; readonly for: string }>> = {
  'shell.sessionStarted': { heardBy: [], for: 'For a remote that begins something of its own with a session: a chat.' },
  'shell.sessionEnded': { heardBy: [], for: 'For a remote that holds something of a person outside cache and drafts.' },
  'shell.languageChanged': { heardBy: [], for: 'For a remote that draws words outside React: a canvas, a frame.' },
  'shell.inboxChanged': {
    heardBy: ['tasks', 'wallet', 'team'],
    for: 'For every area that shows what it is about: it asks anew.',
  },
  'auth.profileChanged': { heardBy: ['shell'], for: 'For remotes that show the person.' },
  'tasks.taskChanged': { heardBy: [], for: 'For a list of news, a badge.' },
  'tasks.rewardPaid': { heardBy: ['shell', 'wallet'], for: 'For remotes that show money.' },
  'tasks.accountBound': { heardBy: [], for: 'For remotes that offer something to people with a bound account only.' },
  'wallet.balanceChanged': { heardBy: [], for: 'For remotes that show the balance and do not ask for it.' },
  'wallet.withdrawalChanged': { heardBy: [], for: 'For a list of news, a badge.' },
  'wallet.tradingPasswordChanged': { heardBy: ['shell'], for: 'For remotes that ask whether there is one.' },
  'team.inviterBound': { heardBy: ['shell', 'auth'], for: 'For remotes that show who invited the person.' },
}

/**
 * `shared/docs/events.md`: every event of the catalogue. A test keeps the file equal; `npm run docs -w shared/events`
 * writes it.
 */
export function eventsPage(): string {
  const names = Object.keys(events) as EventName[]
  const owners = [...new Set(names.map(name => name.split('.')[0] ?? ''))]
  return [...head, ...owners.flatMap(owner => sectionOf(owner, names)), ''].join('\n')
}

const head = [
  '# Events',
  '',
  'Written from the catalogue in `shared/contract/src/events.ts` by `npm run docs -w shared/events`; do not edit.',
  '',
  'An event says what happened, in the past tense.',
  'It never asks: who needs an answer makes a call.',
  'Only its owner may emit it, by type and at run time.',
  'Every payload is checked, cloned, frozen and at most 16 KiB; delivery is in a microtask.',
  'Nothing personal stays after the session: remembered payloads are forgotten when it ends.',
]

function sectionOf(owner: string, names: readonly EventName[]): readonly string[] {
  const own = names.filter(name => name.startsWith(`${owner}.`))
  return ['', `## ${owner}`, '', ...own.flatMap(entryOf)]
}

function entryOf(name: EventName): readonly string[] {
  const { version, replay, says, payload } = events[name]
  return [
    `- \`${name}@${version}\``,
    `  ${says}`,
    `  ${readers[name].for} Heard by: ${readers[name].heardBy.join(', ') || 'nobody yet'}.`,
    `  Payload \`${shapeOf(payload)}\`.`,
    ...(replay === 'last' ? ['  Who subscribes late hears the last one.'] : []),
  ]
}

type Known = v.GenericSchema & {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly item?: v.GenericSchema
  readonly options?: readonly unknown[]
  readonly literal?: unknown
}

/** A schema as a person reads a TypeScript type. */
function shapeOf(schema: v.GenericSchema): string {
  const { type, entries, item, options } = schema as Known
  if (entries)
    return Object.keys(entries).length === 0
      ? '{}'
      : `{ ${Object.entries(entries)
          .map(([name, field]) => `${name}: ${shapeOf(field)}`)
          .join('; ')} }`
  if (item) return `(${shapeOf(item)})[]`
  if (type === 'picklist' && options) return options.map(option => JSON.stringify(option)).join(' or ')
  return type
}
