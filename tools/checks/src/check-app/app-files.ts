import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { apiCodes } from '@adcoin/contract'
import { listWorkspaces, readPackageJson } from '../repository.ts'
import { flattenTexts, stripPluralSuffix } from '../locales/flat-texts.ts'

/** A file of an app, its path relative to the root. */
type AppFile = { readonly path: string; readonly text: string }

/** The longest tab label in any language: five tabs share 320 px, and no label wraps. */
const longestLabel = 12

/**
 * Checks the files of an app that neither types nor lint can see: package.json, manifest beside texts, styles, and
 * what disables lint itself.
 *
 * @returns lines for people; empty if there are no problems
 */
export function checkAppFiles(root: string, app: string): readonly string[] {
  const files = listFiles(root, app)
  return [
    ...checkPackage(root, app),
    ...checkTitles(root, app),
    ...checkUsedTexts(root, app, files),
    ...files.flatMap(file => [...checkStyles(file), ...checkExcuses(file), ...checkSecrets(file)]),
  ]
}

function listFiles(root: string, app: string): readonly AppFile[] {
  return ['src', 'locales'].flatMap(folder => {
    const place = join(root, app, folder)
    const names = existsSync(place) ? readdirSync(place, { recursive: true, encoding: 'utf8' }) : []
    return names
      .filter(name => /\.(tsx?|css|json)$/.test(name))
      .map(name => ({
        path: `${app}/${folder}/${name.replaceAll('\\', '/')}`,
        text: readFileSync(join(place, name), 'utf8'),
      }))
  })
}

/** The folder is the name everywhere; a library of the platform is the platform's, or a screen would have two Reacts. */
function checkPackage(root: string, app: string): readonly string[] {
  const file = join(root, app, 'package.json')
  if (!existsSync(file)) return []
  const { name, dependencies = {} } = readPackageJson(file)
  const platform = Object.assign(
    {},
    ...listWorkspaces(root)
      .filter(each => each.manifest.name.startsWith('@adcoin/'))
      .map(each => each.manifest.dependencies ?? {}),
  ) as Readonly<Record<string, string>>
  const others = Object.entries(dependencies).filter(
    ([each, version]) => !each.startsWith('@adcoin/') && platform[each] !== undefined && platform[each] !== version,
  )
  return [
    ...(name === app ? [] : [`${app}/package.json: the name is "${name}"; write "${app}".`]),
    ...others.map(
      ([each, version]) =>
        `${app}/package.json: ${each} is "${version}"; the platform has "${platform[each]}": write that.`,
    ),
  ]
}

type Manifest = Partial<Record<'routes' | 'tabs', readonly Readonly<Record<string, unknown>>[]>>

function checkTitles(root: string, app: string): readonly string[] {
  const manifest = readJson(join(root, app, 'remote.json')) as Manifest | undefined
  const textsOf = (code: string) => flattenTexts(readJson(join(root, app, 'locales', `${code}.json`)))
  const english = textsOf('en_US')
  if (!manifest || !english) return []
  const named = [...(manifest.routes ?? []), ...(manifest.tabs ?? [])].map(({ title, label }) => String(title ?? label))
  const long = (manifest.tabs ?? []).flatMap(({ label }) =>
    apiCodes.flatMap(code => {
      const letters = [...(textsOf(code)?.get(String(label)) ?? '')].length
      const place = `${app}/locales/${code}.json: "${String(label)}"`
      return letters > longestLabel ? [`${place} has ${letters} letters; the label of a tab has ${longestLabel}.`] : []
    }),
  )
  return [
    ...[...new Set(named)]
      .filter(key => !english.has(key))
      .map(key => `${app}/remote.json: no text "${key}" is in locales/en_US.json.`),
    ...long,
  ]
}

/** A key may be put together: a template that begins with `state.` uses all keys that do. */
function checkUsedTexts(root: string, app: string, files: readonly AppFile[]): readonly string[] {
  const english = flattenTexts(readJson(join(root, app, 'locales', 'en_US.json')))
  const manifest = join(root, app, 'remote.json')
  const code = files.filter(({ path }) => /(?<!\.test)\.tsx?$/.test(path)).map(({ text }) => text)
  const all = [...code, existsSync(manifest) ? readFileSync(manifest, 'utf8') : ''].join('\n')
  const whole = new Set([...all.matchAll(/['"`]([\w.]+)['"`]/g)].map(([, key]) => key))
  const begun = [...all.matchAll(/`([\w.]+)\$\{/g)].map(([, start = '']) => start)
  return [...(english?.keys() ?? [])]
    .filter(key => !whole.has(key) && !whole.has(stripPluralSuffix(key)) && !begun.some(start => key.startsWith(start)))
    .map(key => `${app}/locales/en_US.json: no source uses "${key}"; remove it in all languages.`)
}

const styleRules: readonly (readonly [mistake: RegExp, sentence: string])[] = [
  [/outline(-width|-style)?:\s*(none|0)\b/, 'hides the focus from people without a mouse: leave the outline.'],
  [/#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i, 'is a colour of one theme: use var(--…) of @adcoin/ui.'],
  [/position:\s*fixed/, 'covers the tab bar and dialogs: leave it to the shell, or use position: sticky.'],
  [/(?<![\w(-])(min-)?width:\s*(32[1-9]|3[3-9]\d|[4-9]\d\d|\d{4,})px/, 'does not fit a phone of 320 px.'],
]

function checkStyles({ path, text }: AppFile): readonly string[] {
  if (!path.endsWith('.css')) return []
  if (!path.endsWith('.module.css')) return [`${path}: its classes hold for the whole page: name it …module.css.`]
  return styleRules.flatMap(([mistake, sentence]) => {
    const found = mistake.exec(text)
    return found ? [`${path}:${lineAt(text, found.index)}: "${found[0]}" ${sentence}`] : []
  })
}

/** A rule is excused for one line, where the reason is written. */
function checkExcuses({ path, text }: AppFile): readonly string[] {
  const found = /\/[/*]\s*(?:ox|es)lint-disable(?!-next-line\s+[\w/@-]+|-line\s+[\w/@-]+)[^\n*]*/.exec(text)
  if (!found || !/\.tsx?$/.test(path)) return []
  return [`${path}:${lineAt(text, found.index)}: name one rule for one line: oxlint-disable-next-line RULE -- reason.`]
}

/** Keys that a service issued: no test needs one either. */
const issued =
  /-----BEGIN [A-Z ]*PRIVATE KEY|\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{36}|sk_live_\w{16,}|xox[bp]-[\w-]{20,}|eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.)/
const given =
  /\b(?:password|passwd|secret|api_?key|token)\b['"]?\s*[:=]\s*['"](?=[^'"\s]*\d)(?=[^'"\s]*[a-z])[^'"\s]{12,}['"]/i

function checkSecrets({ path, text }: AppFile): readonly string[] {
  const isTest = /\.test\.tsx?$|\/testing\//.test(path)
  const found = issued.exec(text) ?? (isTest ? null : given.exec(text))
  if (!found) return []
  return [`${path}:${lineAt(text, found.index)}: this looks like a secret, and all visitors can read it: remove it.`]
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
