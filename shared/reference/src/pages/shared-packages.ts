import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../apps.ts'
import { commentText, head, page, table, wrapped } from '../markdown.ts'

type PublicApi = {
  readonly version: string
  readonly exports: Readonly<Record<string, Readonly<Record<string, { readonly since: string }>>>>
}

/**
 * `reference/shared-packages.md`: what exists once in a page and every remote may use, with the version that has it
 * first.
 */
export function sharedPackagesPage(): string {
  const files = globSync('shared/*/public-api.json', { cwd: root }).sort()
  return page([
    ...head(
      'Shared packages',
      'From `shared/*/public-api.json` and the comments of the sources. Every component in every state: `npm run gallery`.',
      'Since: the version of its package that a live shell must have at least; the gate compares names.',
    ),
    ...files.flatMap(sectionOf),
  ])
}

function sectionOf(file: string): readonly string[] {
  const { version, exports } = JSON.parse(readFileSync(join(root, file), 'utf8')) as PublicApi
  const comments = commentsIn(join(dirname(file), 'src'))
  return Object.entries(exports).flatMap(([module, names]) => {
    const rows = Object.entries(names).map(([name, { since }]) => ({ name, since, says: comments.get(name) }))
    const bare = rows.filter(({ says }) => says === undefined)
    return [
      '',
      `## ${module} ${version}`,
      '',
      ...table(
        ['name', 'says', 'since'],
        rows.flatMap(({ name, says, since }) => (says === undefined ? [] : [[`\`${name}\``, says, since]])),
      ),
      ...(bare.length > 0
        ? ['', ...wrapped(`Also ${bare.map(({ name, since }) => `\`${name}\` (${since})`).join(', ')}.`)]
        : []),
    ]
  })
}

/** The comments above `export function Name`, `export const Name`, by name. */
function commentsIn(folder: string): ReadonlyMap<string, string> {
  const texts = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
    .filter(file => !/\.(test|gallery)\.tsx?$/.test(file))
    .sort()
    .map(file => readFileSync(join(root, file), 'utf8'))
  const declared =
    /(\/\*\*(?:(?!\*\/)[^])*\*\/)\n(?:\/\*#__NO_SIDE_EFFECTS__\*\/\n)?export (?:async )?(?:function|const|class) (\w+)/g
  return new Map(
    texts.flatMap(text =>
      [...text.matchAll(declared)].map(([, comment = '', name = '']) => [name, commentText(comment)] as const),
    ),
  )
}
