import { isTest } from './import-rules.ts'
import { markupSinks } from './rules.ts'
import type { Problem } from './problem.ts'
import type { SourceFile } from './source-file.ts'
import { isNode, lineFinder, nodesOf, textOf, walk, type Node } from '../syntax.ts'

type Found = Omit<Problem, 'file'>

/** Markup from text, and fields that show the address, whatever the file imports. */
export function useProblems(source: SourceFile): readonly Problem[] {
  if (isTest(source.file)) return []
  return [...markupProblems(source), ...fieldProblems(source)].map(problem => ({
    ...problem,
    file: source.file,
  }))
}

function markupProblems({ members, attributes }: SourceFile): readonly Found[] {
  const names = members.map(({ name, line }) => ({ name: name.split('.').at(-1) ?? '', line }))
  const sinks = [...names, ...attributes].filter(({ name }) => markupSinks.includes(name))
  const writes = members.filter(({ name }) => name === 'document.write' || name === 'document.writeln')
  return [...sinks, ...writes].map(({ name, line }) => ({
    line,
    rule: 'markup' as const,
    message: `${name} makes elements or code from text; Trusted Types forbid it at run time. Build elements with React, and show texts as text.`,
  }))
}

/** Fields that a person types into. */
const typedInto = /^(input|textarea|(Search|Text|Password|Code|Amount|Phone)Field)$/

/** A field whose value is read from the address: a navigation that is slower than the typing takes letters back. */
function fieldProblems({ file, text, tree }: SourceFile): readonly Found[] {
  if (!file.endsWith('x') || !text.includes('useSearchParams')) return []
  const lineOf = lineFinder(text)
  const fromAddress = new Set<string>()
  const reads = (node: unknown): boolean => {
    let does = false
    walk(node, inner => void (does ||= inner.type === 'Identifier' && fromAddress.has(textOf(inner, 'name'))))
    return does
  }
  const fields: Node[] = []
  walk(tree, node => {
    if (node.type === 'VariableDeclarator' && isNode(node['init']) && isNode(node['id'])) {
      const { type, callee } = node['init'] as Node & { callee?: unknown }
      const isQuery = type === 'CallExpression' && textOf(callee, 'name') === 'useSearchParams'
      // A hook's state may begin with the address; it does not follow it.
      const isHook = type === 'CallExpression' && textOf(callee, 'name').startsWith('use')
      const [first] = node['id'].type === 'ArrayPattern' ? nodesOf(node['id']['elements']) : [node['id']]
      if (isQuery || (!isHook && reads(node['init']))) fromAddress.add(textOf(first, 'name'))
    }
    if (node.type === 'JSXOpeningElement' && typedInto.test(textOf(node['name'], 'name'))) fields.push(node)
  })
  return fields
    .flatMap(field => nodesOf(field['attributes']))
    .filter(attribute => textOf(attribute['name'], 'name') === 'value' && reads(attribute['value']))
    .map(attribute => ({
      line: lineOf(attribute.start),
      rule: 'fieldOfAddress' as const,
      message: 'A field never shows the address: keep what is typed in state that begins with it.',
    }))
}
