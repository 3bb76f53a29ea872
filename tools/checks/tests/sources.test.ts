import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it, test } from 'vitest'
import { folderLayers } from '../src/lint/layers.ts'
import { checkLocales } from '../src/locales/check-locales.ts'
import { findWordProblems } from '../src/locales/words.ts'
import { repositoryRoot } from '../src/repository.ts'

const notOurs = new Set(['node_modules', 'dist', 'fixtures', '.data', '.cache'])
const filesOf = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: repositoryRoot, exclude: name => notOurs.has(name) })
const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8')
const sources = filesOf('{shell,ops,api,e2e,release,remote-*,shared,tools}/**/*.{ts,tsx,mjs}')
const isTest = /\.(test|types-test|gallery|spec)\.|\/(tests|testing|gallery)\//
const product = sources.filter(file => !isTest.test(file)).map(file => ({ file, text: read(file) }))

test('the sources are found', () => expect(product.length).toBeGreaterThan(900))

const languageFiles = filesOf('{shell,api,release,remote-*,shared,tools}/**/en_US.json').filter(
  file => !isTest.test(file),
)

it.each(languageFiles.map(dirname))('the texts of %s are complete in six languages', folder =>
  expect(checkLocales(join(repositoryRoot, folder))).toEqual([]),
)

it('a Chinese or Hindi text in code uses the words of the glossary', () => {
  const problems = product.flatMap(({ file, text }) =>
    (/\/locales\/words\.ts$/.test(file) ? [] : (text.match(/'[^'\n]+'|"[^"\n]+"|`[^`\n]+`/g) ?? [])).flatMap(each => [
      ...(/\p{Script=Han}/u.test(each) ? findWordProblems('zh_TW', each) : []),
      ...(/\p{Script=Devanagari}/u.test(each) ? findWordProblems('hi_IN', each) : []),
    ]),
  )
  expect(problems).toEqual([])
})

it('no source, page or setting names a place on one machine', () => {
  const place = /(?<![\w.$}-])\/(?:work|root|home\/[a-z][\w-]*|Users\/\w+)\/[\w.-]/
  const others = filesOf(
    '{*,{shell,ops,api,e2e,deploy,docs,release,remote-*,shared,tools}/**/*}.{md,json,css,sql,yml,sh,html}',
  )
  expect(product.filter(({ text }) => place.test(text)).map(({ file }) => file)).toEqual([])
  expect(others.filter(file => place.test(read(file)))).toEqual([])
})

type Arrow = { readonly from: string; readonly to: string; readonly why: string }

/** The arrows of circles, and of ways from one circle to another; one import for each. */
function keepCircles(arrows: readonly Arrow[]): readonly string[] {
  const kept = arrows.filter(
    ({ from, to }) => arrows.some(other => other.from === to) && arrows.some(other => other.to === from),
  )
  if (kept.length !== arrows.length) return keepCircles(kept)
  return [...new Map(kept.map(({ from, to, why }) => [`${from} → ${to}`, why])).values()]
}

const manifests = filesOf('{*,shell/page,{shared,tools}/*}/package.json').map(file => ({
  folder: dirname(file),
  ...(JSON.parse(read(file)) as Record<'dependencies' | 'devDependencies', object | undefined> & { name: string }),
}))
const folderOf = new Map(manifests.map(({ name, folder }) => [name, folder]))

/** The folder of what a file imports; undefined for packages that are not ours. */
function findImported(file: string, request: string): string | undefined {
  if (request.startsWith('.')) return dirname(join(dirname(file), request))
  return folderOf.get(/^(?:@[^/]+\/)?[^/]+/.exec(request)?.[0] ?? '')
}

it('folders beside each other do not import each other in a circle, types included', () => {
  const arrows = product.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:from|import\() ?'([^'\n]+)'/g)].flatMap(([, request = '']) => {
      const [one, other] = [dirname(file).split('/'), findImported(file, request)?.split('/') ?? []]
      const at = one.findIndex((name, index) => name !== other[index])
      const [from, to] = [one, other].map(parts => parts.slice(0, at + 1).join('/'))
      return at < 0 || other[at] === undefined || !from || !to ? [] : [{ from, to, why: `${file} imports ${request}` }]
    }),
  )
  expect(arrows.some(({ from, to }) => from === 'release' && to === 'shared')).toBe(true)
  expect(keepCircles(arrows)).toEqual([])
})

it('packages do not depend on each other in a circle, those of builds and tests included', () => {
  const arrows = manifests.flatMap(({ name, dependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies })
      .filter(other => folderOf.has(other))
      .map(other => ({ from: name, to: other, why: `${name} depends on ${other}` })),
  )
  expect(arrows.length).toBeGreaterThan(60)
  expect(keepCircles(arrows)).toEqual([])
})

it('every place in a layer is there', () => {
  const places = Object.entries(folderLayers).flatMap(([folder, list]) => list.flat().map(each => `${folder}/${each}`))
  expect(places.filter(place => !existsSync(join(repositoryRoot, place)))).toEqual([])
})

it('at most 60 exported functions end in `Of`: conversions of a value; a verb begins others', () => {
  const exported = /^export (?:async )?(?:function\*? (\w+Of)\b|const (\w+Of)\b.*(?:=>|\()$|const (\w+Of)\b.*=> )/gm
  const names = product.flatMap(({ text }) =>
    [...text.matchAll(exported)].map(found => found[1] ?? found[2] ?? found[3]),
  )
  expect(names.length, names.join(', ')).toBeGreaterThan(0)
  expect(names.length, `${names.length} functions: ${names.join(', ')}`).toBeLessThanOrEqual(60)
})

const comment = /\/\*[^]*?\*\/|^ *\/\/.*$/gm
/** Names of other people's code. */
const foreignNames = new Set(['initialData', 'jsPlugins', 'maxWidth', 'skipOnVariables'])

it('a name or path in a comment exists', () => {
  const texts = sources.map(file => ({ file, text: read(file) }))
  const others = filesOf('{*,{shell,ops,api,e2e,deploy,release,remote-*,shared,tools}/**/*}.{json,css,sql,yml,sh,html}')
  const code = [...texts.map(({ text }) => text.replaceAll(comment, '')), ...others.map(read)].join('\n')
  const names = new Set([...foreignNames, ...(code.match(/[\w$]+/g) ?? [])])
  const inComments = texts.flatMap(({ file, text }) =>
    (text.match(comment) ?? []).flatMap(each =>
      [...each.matchAll(/`([^`\n]+)`/g)].map(([, quoted = '']) => ({ file, quoted })),
    ),
  )
  expect(inComments.length).toBeGreaterThan(1000)
  const isMissing = (quoted: string) =>
    /^[a-z]+[A-Z]\w*(?:\(\))?$/.test(quoted)
      ? !names.has(quoted.replace('()', ''))
      : /^(?:shell|ops|api|e2e|deploy|docs|release|shared|tools)\/(?:[\w.-]+\/)*[\w.-]+$/.test(quoted) &&
        !existsSync(join(repositoryRoot, quoted))
  expect(inComments.filter(({ quoted }) => isMissing(quoted))).toEqual([])
})

it('each `@param` is a parameter of the function below it', () => {
  const documented = /\/\*\*((?:(?!\*\/)[^])*)\*\/\n *(?:export )?(?:default )?(?:async )?(function[^]*?\n\}\n)/g
  const params = product.flatMap(({ file, text }) =>
    [...text.matchAll(documented)].flatMap(([, doc = '', code = '']) =>
      [...doc.matchAll(/@param +(\w+)/g)].map(([, name = '']) => ({ file, name, code })),
    ),
  )
  expect(params.length).toBeGreaterThan(100)
  const missing = params.filter(({ name, code }) => !new RegExp(String.raw`\b${name}\b`).test(code))
  expect(missing.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})
