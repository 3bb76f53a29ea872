import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { functionOf, type SourceFunction } from './source-function.ts'
import { isNode, lineFinder, textOf, walk, type Node } from '../syntax.ts'

/** One import, export-from or `import()` with a literal request. */
export type SourceImport = { request: string; names: readonly string[]; line: number }

/** The parts of a source file that the rules read. */
export type SourceFile = {
  /** Relative to the root, with forward slashes. */
  file: string
  text: string
  imports: readonly SourceImport[]
  tree: unknown
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
  const members: { name: string; line: number }[] = []
  const attributes: { name: string; line: number }[] = []
  const functions: SourceFunction[] = []

  walk(tree, (node, _parent, _key, above) => {
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
  })
  return { file, text, tree, imports, members, attributes, functions }
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
