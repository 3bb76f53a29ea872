import type { PlatformRecord } from './platform-record.ts'

type Compared = Pick<PlatformRecord, 'version' | 'names' | 'languages' | 'changelog'>

/** What another platform changes for a team, as lines: names of each group, languages, entries of the changelog. */
export function describeChanges(before: Compared | undefined, now: Compared): readonly string[] {
  if (!before)
    return [
      `Platform ${now.version}. The one before has no record, so what changed is not known.`,
      ...now.changelog.split('\n'),
    ]
  const groups = [...new Set([...Object.keys(before.names), ...Object.keys(now.names)])].sort()
  const names = groups.flatMap(group => describeGroup(group, before.names[group] ?? {}, now.names[group] ?? {}))
  const languages = now.languages.filter(code => !before.languages.includes(code))
  const entries = listEntries(now.changelog).filter(entry => !listEntries(before.changelog).includes(entry))
  return [
    `Platform ${before.version} → ${now.version}`,
    ...(names.length === 0 ? ['No name of the shared packages, no call and no event changed.'] : names),
    ...languages.map(
      code => `New language ${code}: each remote needs locales/${code}.json; npm run check lists the texts.`,
    ),
    ...(entries.length === 0 ? [] : ['From the changelog:', ...entries]),
  ]
}

type Shapes = Readonly<Record<string, string>>

/** `calls: new GET /app/news; changed …; gone …`; nothing for an equal group. */
function describeGroup(group: string, before: Shapes, now: Shapes): readonly string[] {
  const parts = [
    ['new', Object.keys(now).filter(name => !(name in before))],
    ['changed', Object.keys(now).filter(name => name in before && before[name] !== now[name])],
    ['gone', Object.keys(before).filter(name => !(name in now))],
  ] as const
  const written = parts.filter(([, names]) => names.length > 0).map(([what, names]) => `${what} ${names.join(', ')}`)
  return written.length === 0 ? [] : [`${group}: ${written.join('; ')}`]
}

/** The items of a list, each with its continued lines. */
function listEntries(changelog: string): readonly string[] {
  return changelog.match(/^- .*(?:\n[ ]+.*)*/gm) ?? []
}
