import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../apps.ts'
import { commentText, head, page, table } from '../markdown.ts'

const service = 'api/src/config.ts'
const programs: readonly (readonly [title: string, files: readonly string[]])[] = [
  ['The service', [service, 'api/src/{server,migrate-job,start}.ts', 'api/src/ops/*.ts', 'api/src/operators*/**/*.ts']],
  ['npm start, the gateway and the release command', ['shared/release/{src,bin}/**/*.{ts,mjs}']],
  ['Builds and tests', ['shared/build/src/**/*.ts', 'e2e/*.ts', 'e2e/{product,bench,chaos}/**/*.ts']],
]

/** What a variable is for that no configuration type and no README says. */
const purposes: Readonly<Record<string, string>> = {
  ADCOIN_DATA_DIR: 'the data folder of a product that runs already, for journeys and benches',
  ADCOIN_START_BEGAN: 'set by npm start for itself: when it began',
  ADCOIN_URL: 'the address of a product that runs already, for journeys and benches',
  API_URL: 'the service or product before which sources run: of npm run dev, and of one remote alone',
  CHROMIUM_PATH: 'the browser of the trial and of the tests; else those of the machine are looked for',
  CI: 'a failed test gets one more try',
  E2E_GATEWAY:
    '`nginx`: journeys go through nginx; `composed`: through all that docker-compose.yml starts, as processes',
  OFFLINE_PAGE: '`off`: browsers keep no page for when they are offline',
  OPERATOR: 'who gives operator commands; else the name of the user',
  RELEASE_BY: 'who releases, for the history; else the name of the user',
  RELEASE_KEYS: '`given`: keys that are missing are not made; each team holds its own',
  RELEASE_STORE: '`s3://bucket/prefix`: the store in a bucket; `/folder`: there; else the data folder’s own',
  RELEASE_STORE_ENDPOINT: 'the address of an S3 server that is not Amazon’s',
  AWS_REGION: 'the region of the bucket; its credentials are found as Amazon’s tools find them',
  RELEASE_PRIVATE_KEYS: 'the folder of the private keys, where it is not the one of the public ones',
  SERVICE: 'host and port of the service behind a gateway that runs alone',
  SERVICE_PATHS: 'prefixes for the service beside `/app/` and `/files/`',
  TEST_DATABASE_URL: 'PostgreSQL for tests and benches; else the embedded database',
  TMPDIR: 'where `npm test` makes the one temporary folder of its run; default the system’s',
}

/** `reference/configuration.md`: every variable of the environment that a program reads. */
export function configurationPage(): string {
  return page([
    ...head(
      'Configuration',
      'From the sources that read the environment. What the variables of the service mean together: `api/README.md`,',
      'Environment. A value that does not fit ends the start with one sentence for each.',
    ),
    ...programs.flatMap(([title, globs]) => sectionOf(title, globs)),
  ])
}

type Variable = readonly [name: string, says: string, value: string]
type Found = { readonly file: string; readonly says: string; readonly value: string }

function sectionOf(title: string, globs: readonly string[]): readonly string[] {
  const files = globSync([...globs], { cwd: root }).filter(file => !/\.test\.ts$|\/testing\/|\/proof\//.test(file))
  const byName = new Map<string, Found[]>()
  for (const file of files.sort())
    for (const [name, says, value] of variablesIn(file, readFileSync(join(root, file), 'utf8')))
      byName.set(name, [...(byName.get(name) ?? []), { file, says, value }])
  const rows = [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, found]) => rowOf(name, found))
  return ['', `## ${title}`, '', ...table(['variable', 'values, default', 'says', 'read in'], rows)]
}

function rowOf(name: string, found: readonly Found[]): readonly string[] {
  const first = (texts: readonly string[]) => texts.find(text => text !== '') ?? ''
  const value = first(found.map(each => each.value))
  const files = [...new Set(found.map(({ file }) => `\`${file}\``))]
  const says = purposes[name] ?? (first(found.map(each => each.says)) || (inReadme().get(name) ?? ''))
  return [`\`${name}\``, value && `\`${value}\``, says, files.join(' ')]
}

/** The names that a source reads, with what its configuration type says of them and what it takes instead. */
function variablesIn(file: string, text: string): readonly Variable[] {
  if (file === service) return configured(text)
  return [
    ...text.matchAll(
      /\benv(?:\.|\[')([A-Z][A-Z0-9_]+)\b(?:'\])?(?:\?\.trim\(\))?(?: *(?:\|\||\?\?) *('[^']*'|`[^`]*`))?/g,
    ),
  ].map(([, name = '', fallback = '']) => [name, '', fallback && `default ${fallback}`])
}

/** `readConfig` reads by name: `text('X')`, `whole('X', default, max)`, `oneOf(reading, 'X', [words], default)`. */
function configured(text: string): readonly Variable[] {
  const documented = new Map(
    [...text.matchAll(/(\/\*\*(?:(?!\*\/)[^])*\*\/)\n {2}(\w+): /g)].map(([, comment = '', field = '']) => [
      field,
      commentText(comment),
    ]),
  )
  return withPrefixes(text)
    .split('\n')
    .flatMap(line => {
      const names = [...line.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PORT|HOST)'(?=(?:, ([^)]*))?)/g)]
      const field = names.length === 1 ? (/^ {4}(\w+): /.exec(line)?.[1] ?? '') : ''
      return names.map(([, name = '', more = '']) => [name, documented.get(field) ?? '', valueIn(line, more)] as const)
    })
}

/** What a line takes instead, or among what it chooses. */
function valueIn(line: string, more: string): string {
  if (/\bwhole\(/.test(line)) return `default ${more.split(', ')[0]}`
  if (/\boneOf\(/.test(line)) return more
  const kept = /\?\? ('[^']*')/.exec(line)?.[1]
  return kept === undefined ? '' : `default ${kept}`
}

/** `${name}_HTTP_URL` for each provider that is asked for. */
function withPrefixes(text: string): string {
  const prefixes = [...text.matchAll(/providerOf\(reading, '([A-Z]+)'\)/g)].map(([, prefix = '']) => prefix)
  return text.replaceAll(/^.*`\$\{name\}_[A-Z_]+`.*$/gm, line =>
    prefixes.map(prefix => line.replaceAll(/`\$\{name\}(_[A-Z_]+)`/g, `'${prefix}$1'`)).join('\n'),
  )
}

/** The bullets of api/README.md, Environment: what stands behind the names, for each of them. */
function inReadme(): ReadonlyMap<string, string> {
  const readme = readFileSync(join(root, 'api/README.md'), 'utf8')
  const section = readme.split('## Environment')[1]?.split('\n## ')[0] ?? ''
  return new Map(
    section.split(/^- /m).flatMap(bullet => {
      const at = bullet.indexOf(': ') < 0 ? bullet.indexOf(':\n') : bullet.indexOf(': ')
      const lead = bullet.slice(0, at)
      const says = bullet.slice(at + 1).replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
      return [...lead.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => [name, says] as const)
    }),
  )
}
