import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifestOf, remotes, root } from '../apps.ts'
import { head, page, table } from '../markdown.ts'

/** `reference/manifests.md`: what each remote brings into the page. */
export function manifestsPage(): string {
  return page([
    ...head(
      'Manifests',
      'From `remote-*/remote.json`, with the English words. Reads: what the page asks before any code is there.',
    ),
    ...remotes().flatMap(sectionOf),
  ])
}

function sectionOf(remote: string): readonly string[] {
  const { routes, tabs, events, contract } = manifestOf(remote)
  const words = JSON.parse(readFileSync(join(root, remote, 'locales/en_US.json'), 'utf8')) as unknown
  const list = (names: readonly string[]) => names.map(name => `\`${name}\``).join(' ') || 'nothing'
  return [
    '',
    `## ${remote}`,
    '',
    `- says: ${list(events.out)}`,
    `- hears: ${list(events.in)}`,
    `- tabs: ${tabs.map(({ path, icon, label, order }) => `${textAt(words, label)} (\`${path}\`, icon ${icon}, order ${order})`).join(', ') || 'none'}`,
    `- contract: ${contract.from} to ${contract.to}`,
    '',
    ...table(
      ['path', 'title', 'reads'],
      routes.map(({ path, title, reads = [] }) => [
        `\`${path}\``,
        textAt(words, title),
        reads.map(read => `\`${read}\``).join(' '),
      ]),
    ),
  ]
}

/** The text at a dotted key; the key where there is none. */
function textAt(words: unknown, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>(
      (at, name) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined),
      words,
    )
  return typeof found === 'string' ? found : key
}
