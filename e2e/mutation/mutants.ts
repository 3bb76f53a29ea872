import { isNode, walk, type Node } from '@adcoin/checks/syntax'
import { parseSync } from 'oxc-parser'

/** A change of a source text that a test should notice: the text between two offsets becomes another. */
export type Mutant = { readonly start: number; readonly end: number; readonly to: string; readonly line: number }

const swapped: Readonly<Record<string, string>> = {
  ...{ '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '&&': '||', '||': '&&', '??': '&&' },
}

/**
 * The mutants of a TypeScript source: operators swapped and moved to their boundary, conditions negated, constants
 * changed, statements removed. Types, imports and texts for people are left alone.
 */
export function mutantsOf(path: string, text: string): readonly Mutant[] {
  const { program } = parseSync(path, text, { sourceType: 'module' })
  const found: Mutant[] = []
  const add = ({ start, end }: Pick<Node, 'start' | 'end'>, to: string) =>
    found.push({ start, end, to, line: text.slice(0, start).split('\n').length })
  walk(program, (node, parent) => {
    const own = text.slice(node.start, node.end)
    if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') operator(node, text, add)
    else if (node.type === 'UnaryExpression' && node['operator'] === '!') add(node, own.slice(1))
    else if (isTest(node, parent)) add(node, `!(${own})`)
    else if (node.type === 'Literal') literal(node, parent, own, add)
    else if (node.type === 'ExpressionStatement' && isCallOrAssignment(node['expression'])) add(node, ';')
    else if (node.type === 'ReturnStatement' && returnsSomething(node['argument']))
      add(node, 'return undefined as never;')
  })
  return found
}

type Add = (place: Pick<Node, 'start' | 'end'>, to: string) => void

function operator({ operator: sign, left, right }: Node, text: string, add: Add): void {
  const to = typeof sign === 'string' ? swapped[sign] : undefined
  if (to === undefined || !isNode(left) || !isNode(right)) return
  // A sum with a text would only be another text.
  if (sign === '+' && [left, right].some(({ type }) => type === 'TemplateLiteral' || type === 'Literal')) return
  const at = text.indexOf(String(sign), left.end)
  if (at >= 0 && at < right.start) add({ start: at, end: at + String(sign).length }, to)
}

/** The condition of an `if` or `? :` that has no operator which is swapped anyway. */
function isTest(node: Node, parent: Node | undefined): boolean {
  const holds = parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression'
  return holds && parent['test'] === node && (node.type === 'Identifier' || node.type === 'CallExpression')
}

function literal({ value, start, end }: Node, parent: Node | undefined, own: string, add: Add): void {
  if (parent?.type.startsWith('TS') || parent?.type === 'ImportDeclaration') return
  if (typeof value === 'boolean') add({ start, end }, String(!value))
  else if (typeof value === 'number') add({ start, end }, String(value < 2 ? value + 1 : value * 2))
  else if (/^\d+n$/.test(own)) add({ start, end }, `${BigInt(own.slice(0, -1)) + 1n}n`)
}

function isCallOrAssignment(value: unknown): boolean {
  const node = isNode(value) && value.type === 'AwaitExpression' ? value['argument'] : value
  return isNode(node) && ['CallExpression', 'AssignmentExpression', 'UpdateExpression'].includes(node.type)
}

function returnsSomething(value: unknown): boolean {
  return isNode(value) && value['name'] !== 'undefined'
}
