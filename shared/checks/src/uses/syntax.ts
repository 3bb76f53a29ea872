/** A node of the parsed tree, as far as the rules look at it. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>

/**
 * Visits every node of a tree, parents first.
 *
 * @param visit  gets the node, its parent, under which key it hangs there, and every node above it, nearest last: one
 *   list for all, which is another at the next node
 */
export function walk(
  value: unknown,
  visit: (node: Node, parent: Node | undefined, key: string, above: readonly Node[]) => void,
  above: Node[] = [],
  key = '',
): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit, above, key)
    return
  }
  if (!isNode(value)) return
  visit(value, above.at(-1), key, above)
  above.push(value)
  for (const name in value) {
    const child = value[name]
    if (typeof child === 'object' && child !== null) walk(child, visit, above, name)
  }
  above.pop()
}

export function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
  )
}

/** A field of a node where it is a text, else an empty one. */
export function textOf(node: unknown, field: string): string {
  if (!isNode(node)) return ''
  const value = node[field]
  return typeof value === 'string' ? value : ''
}

/** Line numbers of offsets, from 1. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return offset => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}

/** The nodes that a field of a node holds: one, several or none. */
export function nodesOf(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.filter(isNode)
  return isNode(value) ? [value] : []
}

/** Nodes around an expression that change nothing of it. */
export const wrappers = /^(Parenthesized|Chain|Await|TSNonNull|TSAs|TSSatisfies)Expression$/

/** The expression inside of what a minifier or TypeScript puts around it: `(0, x.f)(…)`, `x?.f(…)`, `x as Y`. */
export function bare(value: unknown): Node | undefined {
  if (!isNode(value)) return undefined
  if (wrappers.test(value.type) && value.type !== 'AwaitExpression') return bare(value['expression'])
  const expressions = value['expressions']
  return value.type === 'SequenceExpression' && Array.isArray(expressions) ? bare(expressions.at(-1)) : value
}

/** The text of a literal; undefined for anything that is made at run time. */
export function literal(value: unknown): string | undefined {
  const node = bare(value)
  if (node?.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  const [only, ...more] = node?.type === 'TemplateLiteral' && Array.isArray(node['quasis']) ? node['quasis'] : []
  const text = isNode(only) && more.length === 0 ? only['value'] : undefined
  return typeof text === 'object' && text !== null && 'cooked' in text ? String(text.cooked) : undefined
}

/** The name of what an expression takes out of an object, `x.name` and `x['name']`, or the name that it is. */
export function nameOf(value: unknown): string | undefined {
  const node = bare(value)
  if (node?.type === 'Identifier') return String(node['name'])
  if (node?.type !== 'MemberExpression') return undefined
  return node['computed'] === true ? literal(node['property']) : nameOf(node['property'])
}

/** The object that a member is taken of. */
export function objectOf(value: unknown): Node | undefined {
  const node = bare(value)
  return node?.type === 'MemberExpression' ? bare(node['object']) : undefined
}
