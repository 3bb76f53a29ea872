import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../apps.ts'
import { head, page, table } from '../markdown.ts'

type LimitRow = Readonly<Record<'subject' | 'counts' | 'spares', string>> & {
  readonly max: number
  readonly seconds: number
}

const { limitTable }: { limitTable: Readonly<Record<string, LimitRow>> } = await import(
  pathToFileURL(join(root, 'api/src/limits/table.ts')).href
)

/** `reference/limits.md`: every limit that the service counts in its database. */
export function limitsPage(): string {
  return page([
    ...head(
      'Limits',
      'From `limitTable` in `api/src/limits/table.ts`.',
      'People and anonymous calls never share a counter. Production; ADDRESS_LIMIT_FACTOR multiplies addresses and networks.',
    ),
    ...table(
      ['Limit', 'Subject', 'At most', 'Window', 'Counted', 'Never refused by it'],
      Object.entries(limitTable).map(([name, { subject, max, seconds, counts, spares }]) => [
        `\`${name}\``,
        subject,
        String(max),
        windowOf(seconds),
        counts,
        spares,
      ]),
    ),
    '',
    'An address is an IPv4 address, or a /64 and, at 16 times the limit, its /48. A network is a /24 or a /64.',
    'PostgreSQL ends a transaction that waits 15 s for its service: a frozen service keeps no locks.',
  ])
}

function windowOf(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400} d`
  return seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`
}
