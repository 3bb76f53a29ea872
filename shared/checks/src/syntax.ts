/** A node of the parsed tree, as far as the rules look at it. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>

/**
 * Visits every node of a tree, parents first.
 *
 * @param visit  gets the node, its parent, and under which key it hangs there
 */
export function walk(
  value: unknown,
  visit: (node: Node, parent: Node | undefined, key: string) => void,
  parent?: Node,
  key = '',
): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit, parent, key)
    return
  }
  if (!isNode(value)) return
  visit(value, parent, key)
  for (const name in value) walk(value[name], visit, value, name)
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

/** The nodes that a field of a node holds: one, several or none. */
export function nodesOf(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.filter(isNode)
  return isNode(value) ? [value] : []
}
