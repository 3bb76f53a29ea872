import { events, type EventName } from '@adcoin/contract'
import type * as v from 'valibot'

/** `shared/docs/events.md`: every event of the catalogue. A test keeps the file equal; `npm run docs -w shared/events` writes it. */
export function eventsPage(): string {
  const names = Object.keys(events) as EventName[]
  const owners = [...new Set(names.map(name => name.split('.')[0] ?? ''))]
  const replays = { none: 'no', last: 'the last one' } as const
  const rows = (owner: string) =>
    names
      .filter(name => name.startsWith(`${owner}.`))
      .map(name => {
        const { version, replay, says, payload } = events[name]
        return `| \`${name}@${version}\` | ${says} | ${replays[replay]} | \`${shapeOf(payload)}\` |`
      })
  return [
    '# Events',
    '',
    'Written from the catalogue in `shared/contract/src/events.ts` by `npm run docs -w shared/events`; do not edit.',
    '',
    'An event says what happened, in the past tense. It never asks: who needs an answer makes a call. Only its owner may emit it, by type and at run time.',
    'Every payload is checked, cloned, frozen and at most 16 KiB; delivery is in a microtask; nothing personal stays after the session: remembered payloads are forgotten when it ends.',
    ...owners.flatMap(owner => [
      '',
      `## ${owner}`,
      '',
      '| event | says | heard by late subscribers | payload |',
      '| --- | --- | --- | --- |',
      ...rows(owner),
    ]),
    '',
  ].join('\n')
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
  // A bar would end the table's cell.
  if (type === 'picklist' && options) return options.map(option => JSON.stringify(option)).join(' or ')
  return type
}
