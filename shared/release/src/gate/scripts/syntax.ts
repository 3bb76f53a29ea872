/** A node of a script's tree, as far as the gate looks at it. */
export type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** The nodes that a field of a node holds: one, several or none. */
export function nodesOf(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.filter(isNode)
  return isNode(value) ? [value] : []
}

/** What a minifier puts around an expression: `(0, x.f)(…)`, `x?.f(…)`. */
export function bare(value: unknown): Node | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'ParenthesizedExpression' || value.type === 'ChainExpression') return bare(value['expression'])
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
