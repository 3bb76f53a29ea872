import { gt } from 'semver'
import type { Source } from '@adcoin/checks/sources'
import { readPlatform, type Platform } from './platform.ts'

const imported = /\b(?:import|export)\s+(?<what>[^'";()]*?)\s*\bfrom\s*['"](?<module>[^'"]+)['"]/g
const importedLater = /\bimport\s*\(\s*['"](?<module>[^'"]+)['"]/g

/**
 * The lowest version of the platform that has all that a remote takes of it: the exports of shared modules that its
 * sources import, its tabs' icons, and the libraries. A remote that uses nothing new lives with older shells; one that
 * does is refused by the gate, and by an open page of an older shell before it is mounted. Calls and events hold no
 * remote back: it carries their schemas.
 *
 * @throws for a name that the platform does not have
 */
export function findLowestPlatform(
  sources: readonly Source[],
  icons: readonly string[] = [],
  { version, names }: Platform = readPlatform(),
): string {
  const findSince = (group: string, name: string): string => {
    const found = names[group]?.[name]
    if (found) return found.since
    throw new Error(`the platform has no ${group}: ${name}. Correct the name; if it is new, run npm run references`)
  }
  const texts = sources.map(({ text }) => text)
  const taken = texts
    .flatMap(text => [...text.matchAll(imported), ...text.matchAll(importedLater)])
    .flatMap(({ groups: { what = '*', module = '' } = {} }) => {
      if (!(module in names)) return []
      // Only names in braces show what is used; whoever takes the whole module needs the newest.
      return parseNames(what)?.map(name => findSince(module, name)) ?? [version]
    })
  const needed = [
    ...taken,
    ...icons.map(icon => findSince('icons', icon)),
    ...Object.values(names['libraries'] ?? {}).map(({ since }) => since),
  ]
  return needed.reduce((highest, each) => (gt(each, highest) ? each : highest), '1.0.0')
}

/** The names in the braces of an import, types left out; undefined if it takes the module as a whole. */
function parseNames(what: string): readonly string[] | undefined {
  if (what.startsWith('type ')) return []
  const names = /^\{(?<names>[^}]*)\}$/.exec(what)?.groups?.['names']
  return names
    ?.split(',')
    .map(name => name.trim().split(/\s+as\s+/)[0] ?? '')
    .filter(name => name !== '' && !name.startsWith('type '))
}
