import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { treeRoot } from '../apps.ts'
import { formatHead, formatPage, formatTable } from '../markdown.ts'

type LimitRow = Readonly<Record<'subject' | 'counts' | 'spares', string>> & {
  readonly max: number
  readonly seconds: number
}

type FaultRow = Readonly<Record<'id' | 'text' | 'test', string>>

const { limitTable }: { limitTable: Readonly<Record<string, LimitRow>> } = await readTable('api/src/limits/table.ts')
const { faults, neverLost }: { faults: readonly FaultRow[]; neverLost: Readonly<Record<string, string>> } =
  await readTable('e2e/faults/table.ts')

/** `reference/limits.md`: every limit that the service counts in its database. */
export function formatLimitsPage(): string {
  return formatPage([
    ...formatHead(
      'Limits',
      'From `limitTable` in `api/src/limits/table.ts`.',
      'People and anonymous calls never share a counter. Production; ADDRESS_LIMIT_FACTOR multiplies addresses and networks.',
    ),
    ...formatTable(
      ['Limit', 'Subject', 'At most', 'Window', 'Counted', 'Never refused by it'],
      Object.entries(limitTable).map(([name, { subject, max, seconds, counts, spares }]) => [
        `\`${name}\``,
        subject,
        String(max),
        formatWindow(seconds),
        counts,
        spares,
      ]),
    ),
    '',
    'An address is an IPv4 address, or a /64 and, at 16 times the limit, its /48. A network is a /24 or a /64.',
    'PostgreSQL ends a transaction that waits 15 s for its service: a frozen service keeps no locks.',
  ])
}

function formatWindow(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400} d`
  return seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`
}

const kinds: Readonly<Record<string, string>> = {
  A: 'What is live, start, composition',
  B: 'Loading a remote',
  C: 'Contract and shared modules',
  D: 'Chunks, styles, texts',
  E: 'A mounted remote',
  F: 'Events',
  G: 'Storage, tabs, touch',
  H: 'Clock and language',
  I: 'Network',
  J: 'API',
  K: 'Session and hand-over',
  L: 'Money, once-only actions',
  M: 'Releases',
}

/** `reference/faults.md`: what goes wrong, what people see, and the test that proves it. */
export function formatFaultsPage(): string {
  return formatPage([
    ...formatHead(
      'Faults that the product survives',
      'From the table `e2e/faults/table.ts`. Cited as `faults.md` and the number.',
    ),
    '',
    '"The previous release" is mounted in the same navigation, without a message. "The card" shows "Something went wrong,',
    'please try again later" with Retry in the place of the area; tab bar, help and the other areas work.',
    'Content is shown again within 1.5 s after a failure, within 6.5 s after a stall.',
    '`npm run faults -- --report` measures it; `npm run chaos -- --minutes 30 --seed 1` mixes faults at random.',
    '',
    '## Write a test with a fault',
    '',
    'Use the injectors of `e2e/injectors`: on the wire (`startFaultProxy(url).inject(/address/, fault)`), releases',
    '(`site.publish(app, edit)`), a browser, a killed service. A fault of all four remotes is one line in',
    '`e2e/faults/remote-faults.spec.ts`.',
    '',
    '## Never lost',
    '',
    ...Object.entries(neverLost).map(([id, text]) => `- **${id}** ${text}`),
    '',
    '## Faults',
    '',
    ...formatTable(
      ['No.', 'Fault, and what people see', 'Test'],
      Object.entries(kinds).flatMap(([letter, title]) => [
        [`**${letter}**`, `**${title}**`, ''],
        ...faults
          .filter(({ id }) => id.startsWith(letter))
          .map(({ id, text, test }) => [`**${id}**`, text, test ? `\`${test}\`` : 'none of its own']),
      ]),
    ),
  ])
}

/** A table of a program that may import this one: read as data, by its path. */
function readTable(file: string) {
  return import(pathToFileURL(join(treeRoot, file)).href)
}
