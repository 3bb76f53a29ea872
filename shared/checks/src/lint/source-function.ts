import { textOf, type Node } from '../syntax.ts'

/** One function of a file, however it is written: declaration, arrow, method. */
export type SourceFunction = {
  /** Its name, or that of its variable. */
  name: string
  line: number
  /** From its first line to its last, both counted. */
  lines: number
  /** Whether the comment directly above it gives a reason for its length. */
  saysWhyLong: boolean
}

const kinds = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
/** Nodes that belong to the function which they name or hold: a comment above them is a comment above it. */
const wrappers = new Set([
  'Property',
  'MethodDefinition',
  'PropertyDefinition',
  'VariableDeclarator',
  'VariableDeclaration',
  'ExportNamedDeclaration',
  'ExportDefaultDeclaration',
  'ExpressionStatement',
  'ReturnStatement',
  'CallExpression',
  'AwaitExpression',
  'TSSatisfiesExpression',
  'TSAsExpression',
])
const reason = /^\s*(\/\/|\/?\*+)\s*Long because \S/
const comment = /^\s*(\/\/|\/\*|\*)/

/** The node as a function, where it is one. */
export function functionOf(
  node: Node,
  above: readonly Node[],
  text: string,
  lineOf: (offset: number) => number,
): SourceFunction | undefined {
  if (!kinds.has(node.type) || !node['body']) return undefined
  const line = lineOf(node.start)
  const holders = [...above].reverse()
  const first = holders.findIndex(({ type }) => !wrappers.has(type))
  const belonging = first < 0 ? holders : holders.slice(0, first)
  const starts = [node, ...belonging].map(({ start }) => lineOf(start))
  return {
    name: nameOf(node, belonging),
    line,
    lines: lineOf(node.end) - line + 1,
    saysWhyLong: [...new Set(starts)].some(start => commentAbove(text, start).some(content => reason.test(content))),
  }
}

function nameOf(node: Node, belonging: readonly Node[]): string {
  const holder = belonging[0]
  const named = [node['id'], holder?.['key'], holder?.['id'], holder?.['callee']]
  return named.map(each => textOf(each, 'name')).find(Boolean) ?? 'a function'
}

function commentAbove(text: string, line: number): readonly string[] {
  const lines = text.split('\n').slice(0, line - 1)
  const from = lines.findLastIndex(content => !comment.test(content)) + 1
  return lines.slice(from)
}
