import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listNodes, pathOf, type Context, type Node, type Visitor } from './rule.ts'
import { verbs } from './verbs.ts'

/** A function or class at the top of a file. Both forms of a function count: declared, and an arrow in a constant. */
type Declared = { readonly name: string; readonly node: Node; readonly isExported: boolean; readonly isClass: boolean }

/** The function or class that a file is named after is the first one in it. */
export function checkFirstInFile(context: Context): Visitor {
  const stem = basename(pathOf(context)).replace(/\.\w+$/, '')
  return {
    Program: program => {
      const body = listNodes(program['body'])
      const declared = body.flatMap(declaredBy)
      const [first] = declared
      const wanted =
        (stem.endsWith('-page') ? declared.find(({ name }) => name === 'Page') : undefined) ??
        declared.find(({ name }) => name.toLowerCase() === stem.replaceAll('-', '').toLowerCase()) ??
        declared.find(({ isExported }) => isExported)
      // A base class must be written before its subclass.
      const base = ((wanted?.node['superClass'] ?? undefined) as Node | undefined)?.['name']
      if (first && wanted && wanted.name !== first.name && base !== first.name)
        context.report({
          node: wanted.node,
          message: `Put ${wanted.name} first: readers look for it, then for the rest.`,
        })
    },
  }
}

/** Packages are imported before the modules of the workspace. */
export function checkPackagesFirst(context: Context): Visitor {
  return {
    Program: program => {
      const imports = listNodes(program['body']).filter(({ type }) => type === 'ImportDeclaration')
      const isOwn = (node: Node) => String((node['source'] as Node)['value']).startsWith('.')
      const misplaced = imports.slice(Math.max(0, imports.findIndex(isOwn))).find(node => !isOwn(node))
      if (imports.some(isOwn) && misplaced)
        context.report({ node: misplaced, message: 'Import packages before the modules of this workspace.' })
    },
  }
}

const questions = /^(?:is|are|has|have|can|should|must|may|was|were|did|does|needs|allows|accepts|contains)(?=[A-Z]|$)/
const participle =
  /^(?!need$|feed$|seed$|speed$|embed$|shed$)(?:[a-z]+ed|kept|drawn|shown|sent|found|made|built|known|given|taken)$/
/** Folders that use React: only there `use` begins a hook. */
const drawing = /^(?:shell|remote-[\w-]+|ops|shared\/(?:ui|remote|http|i18n|session|events|router|testing))\//

/** A function is a verb and its object. `…Of` stays for pure conversions of a value; a test counts them. */
export function checkFunctionNames(context: Context): Visitor {
  const file = pathOf(context)
  const platform = file.startsWith('shared/') ? listPlatformNames() : new Set<string>()
  return {
    Program: program => {
      for (const { name, node, isExported, isClass } of listNodes(program['body']).flatMap(declaredBy)) {
        const message =
          isClass || /^[A-Z_]/.test(name) || platform.has(name)
            ? undefined
            : describeProblem(name, isExported, drawing.test(file))
        if (message) context.report({ node, message })
      }
    },
  }
}

let platformNames: ReadonlySet<string> | undefined

/** The names that remotes import. They change only with the next major of the platform, so they are exempt. */
function listPlatformNames(): ReadonlySet<string> {
  if (platformNames) return platformNames
  const file = join(import.meta.dirname, '../../../preset/platform.json')
  const { names } = JSON.parse(readFileSync(file, 'utf8')) as { readonly names: Readonly<Record<string, object>> }
  return (platformNames = new Set(Object.values(names).flatMap(each => Object.keys(each))))
}

function describeProblem(name: string, isExported: boolean, mayDraw: boolean): string | undefined {
  if (participle.test(name)) return `${name} is not a verb: name what the function does, as in readSession.`
  const [word = ''] = /^[a-z]+/.exec(name) ?? []
  if (word === 'use' && name !== 'use') return mayDraw ? undefined : `${name} is not a hook: only hooks begin with use.`
  if (!isExported || /[a-z0-9]Of$/.test(name) || questions.test(name) || verbs.has(word)) return undefined
  return `${name} does not begin with a verb of tools/checks/src/lint/verbs.ts: name an exported function by verb and object.`
}

function declaredBy(statement: Node): readonly Declared[] {
  const isExported = statement.type.startsWith('Export')
  const node = (isExported ? statement['declaration'] : statement) as Node | null
  const isClass = node?.type === 'ClassDeclaration'
  const nameOf = (each: Node) => String((each['id'] as Node | null)?.['name'] ?? '')
  if (node && (isClass || node.type === 'FunctionDeclaration'))
    return [{ name: nameOf(node), node, isExported, isClass }]
  if (node?.type !== 'VariableDeclaration') return []
  return listNodes(node['declarations'])
    .filter(each => /^(?:Arrow)?FunctionExpression$/.test((each['init'] as Node | null)?.type ?? ''))
    .map(each => ({ name: nameOf(each), node: each, isExported, isClass }))
}
