import { isTest } from './import-rules.ts'
import type { Problem } from './problem.ts'
import type { SourceFile } from './source-file.ts'
import type { SourceFunction } from './source-function.ts'
import { wordProblems } from '../locales/words.ts'

const mostLines = 60
const spec = /\.spec\.tsx?$/
/** Tables of answers and stories of a test may be longer, with a reason; product code may not. */
const mayBeLong = /^e2e\/|^shared\/testing\/|\/tests\//

/** Functions that are too long to grasp. Functions inside a long one are part of it. */
export function lengthProblems({ file, functions }: SourceFile): readonly Problem[] {
  if (isTest(file) || spec.test(file)) return []
  const long = functions.filter(({ lines }) => lines > mostLines)
  return long
    .filter(each => !(each.saysWhyLong && mayBeLong.test(file)) && !long.some(other => isInside(each, other)))
    .map(({ name, line, lines }) => ({
      file,
      line,
      rule: 'longFunction',
      message: `${name} has ${lines} lines; ${mostLines} are the most. Split it.`,
    }))
}

function isInside(inner: SourceFunction, outer: SourceFunction): boolean {
  return inner !== outer && outer.line <= inner.line && inner.line + inner.lines <= outer.line + outer.lines
}

/** Two texts with a space between them, in a template or drawn. */
const gap = /\bt\([^`]*\)\} \$?\{|\} \$\{t\(/

/** Chinese has no space between two sentences: each language joins texts in its own way. */
export function joinedTextProblems(file: string, text: string): readonly Problem[] {
  if (!/^(remote-|shell\/|shared\/(ui|remote)\/).*\.tsx?$/.test(file) || isTest(file) || file.includes('.gallery.'))
    return []
  return text.split('\n').flatMap((content, index) =>
    gap.test(content)
      ? [
          {
            file,
            line: index + 1,
            rule: 'locale' as const,
            message:
              'A space between two texts is not the same in every language: use joined() of @adcoin/i18n/formats.',
          },
        ]
      : [],
  )
}

const quoted = /'[^'\n]+'|"[^"\n]+"|`[^`\n]+`/g

/**
 * Checks texts for people in code (seeds, settings) against the glossary. Only those whose script identifies the
 * language: Chinese and Hindi.
 */
export function plantedWordProblems(file: string, text: string): readonly Problem[] {
  if (!/\.tsx?$/.test(file) || isTest(file) || file.startsWith('shared/checks/src/')) return []
  return text
    .split('\n')
    .flatMap((content, index) =>
      (content.match(quoted) ?? [])
        .flatMap(text => [
          ...(/\p{Script=Han}/u.test(text) ? wordProblems('zh_TW', text) : []),
          ...(/\p{Script=Devanagari}/u.test(text) ? wordProblems('hi_IN', text) : []),
        ])
        .map(message => ({ file, line: index + 1, rule: 'locale' as const, message: `A text ${message}` })),
    )
}

const machinePath = /(?<![\w.$}-])\/(work|root|home\/[a-z][\w-]*|Users\/\w+|tmp)\/[\w.-]/
const documentPath = /(?<![\w.$}-])\/(work|root|home\/[a-z][\w-]*|Users\/\w+)\/[\w.-]/
const registryHost = /"resolved":\s*"https?:\/\/(?!registry\.npmjs\.org\/)/
const unfinished = /\b(TODO|FIXME|XXX|HACK)\b/
const drawers = ['utils', 'helpers', 'common', 'types', 'constants']
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Forbidden content of committed texts: paths of one machine, other registries, unfinished work. */
export function textProblems(file: string, text: string): readonly Problem[] {
  const isLaw = file.startsWith('shared/checks/src/lint/')
  return text.split('\n').flatMap((content, index): Problem[] => {
    const at = { file, line: index + 1 }
    // A document may show a command with a folder of the reader's own under the system's temporary one.
    const place = (file.endsWith('.md') ? documentPath : machinePath).exec(content)?.[0]
    if (!isLaw && !isTest(file) && place)
      return [
        {
          ...at,
          rule: 'machinePath',
          message: `"${place}…" is a place on one machine. Derive paths from import.meta.dirname, os.tmpdir() or the environment.`,
        },
      ]
    if (registryHost.test(content))
      return [
        {
          ...at,
          rule: 'machinePath',
          message:
            'The lock file names a registry other than npmjs; install with --omit-lockfile-registry-resolved, so that everybody can.',
        },
      ]
    if (!isLaw && unfinished.test(content) && /\.(ts|tsx|mjs|css|sql)$/.test(file))
      return [
        {
          ...at,
          rule: 'unfinished',
          message: `${unfinished.exec(content)?.[0]}: finish it, or write it where work is planned.`,
        },
      ]
    return []
  })
}

/** File and folder names: kebab-case, and no drawer where things without an owner gather. */
export function nameProblems(file: string): readonly Problem[] {
  const parts = file.split('/')
  const base = (parts.at(-1) ?? '').split('.')[0] ?? ''
  const at = { file, line: 1, rule: 'name' as const }
  const drawer = [...parts.slice(0, -1), base].find(part => drawers.includes(part))
  if (drawer)
    return [
      { ...at, message: `"${drawer}" has no owner. A thing lives beside its owner or in a package with a real name.` },
    ]
  if (/\.(ts|tsx|css)$/.test(file) && !kebab.test(base)) return [{ ...at, message: `${base} is not kebab-case.` }]
  return []
}
