import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { functionOf, type SourceFunction } from './source-function.ts'
import { isNode, lineFinder, textOf, walk, type Node } from './syntax-tree.ts'

/** One import, export-from or `import()` with a literal request. */
export type SourceImport = { request: string; names: readonly string[]; line: number }

/** What the law looks at in a source file. */
export type SourceFile = {
  /** Relative to the root, with forward slashes. */
  file: string
  text: string
  imports: readonly SourceImport[]
  /** Names that are used but declared nowhere in the file, with where. */
  globals: readonly { name: string; line: number }[]
  /** `object.member` pairs, and the members of anything else as `.member`. */
  members: readonly { name: string; line: number }[]
  /** JSX attributes. */
  attributes: readonly { name: string; line: number }[]
  functions: readonly SourceFunction[]
}

/**
 * Reads a TypeScript file.
 *
 * @throws SyntaxError  with the parser's words
 */
export function readSource(root: string, file: string): SourceFile {
  const text = readFileSync(join(root, file), 'utf8')
  const lang = file.endsWith('x') ? 'tsx' : 'ts'
  const tree: unknown = file.endsWith('.d.ts')
    ? { type: 'Program', start: 0, end: 0 }
    : parseAst(text, { lang, astType: 'ts' })
  const lineOf = lineFinder(text)
  const imports: SourceImport[] = []
  const identifiers: { name: string; line: number }[] = []
  const members: { name: string; line: number }[] = []
  const attributes: { name: string; line: number }[] = []
  const functions: SourceFunction[] = []
  const declared = new Set<string>()

  walk(tree, (node, parent, key, above) => {
    const line = lineOf(node.start)
    const found = functionOf(node, above, text, lineOf)
    if (found) functions.push(found)
    const request = requestOf(node)
    if (request !== undefined) imports.push({ request, names: namesOf(node), line })
    if (node.type === 'JSXAttribute') attributes.push({ name: textOf(node['name'], 'name'), line })
    if (node.type === 'MemberExpression')
      members.push({
        name: `${textOf(node['object'], 'name')}.${textOf(node['property'], 'name') || textOf(node['property'], 'value')}`,
        line,
      })
    if (node.type !== 'Identifier') return
    if (isDeclaration(parent, key)) declared.add(textOf(node, 'name'))
    else if (isReference(parent, key)) identifiers.push({ name: textOf(node, 'name'), line })
  })
  const globals = identifiers.filter(({ name }) => !declared.has(name))
  return { file, text, imports, members, attributes, functions, globals }
}

function requestOf(node: Node): string | undefined {
  const isImport = [
    'ImportDeclaration',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'ImportExpression',
    'TSImportType',
  ].includes(node.type)
  const source = isImport ? (node['source'] ?? node['argument']) : undefined
  return textOf(source, 'value') || undefined
}

function namesOf(node: Node): string[] {
  const specifiers = Array.isArray(node['specifiers']) ? node['specifiers'] : []
  return specifiers
    .map((specifier: unknown) => (isNode(specifier) ? textOf(specifier['imported'] ?? specifier['local'], 'name') : ''))
    .filter(Boolean)
}

const declaringKeys: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  ImportSpecifier: ['local'],
  ImportDefaultSpecifier: ['local'],
  ImportNamespaceSpecifier: ['local'],
  CatchClause: ['param'],
  RestElement: ['argument'],
  AssignmentPattern: ['left'],
  ArrayPattern: ['elements'],
}

function isDeclaration(parent: Node | undefined, key: string): boolean {
  if (!parent) return false
  return (
    (declaringKeys[parent.type] ?? []).includes(key) ||
    (parent.type === 'Property' && key === 'value' && parent['kind'] === 'init' && parent['shorthand'] === true)
  )
}

function isReference(parent: Node | undefined, key: string): boolean {
  if (!parent || parent.type.startsWith('TS')) return false
  if (parent.type === 'MemberExpression') return key === 'object' || parent['computed'] === true
  if (['Property', 'MethodDefinition', 'PropertyDefinition'].includes(parent.type)) return key === 'value'
  return !['ImportSpecifier', 'ExportSpecifier', 'LabeledStatement', 'BreakStatement', 'ContinueStatement'].includes(
    parent.type,
  )
}
