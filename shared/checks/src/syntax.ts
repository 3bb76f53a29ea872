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
