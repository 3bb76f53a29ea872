import { isNode, type Node } from './syntax.ts'

/** A function with the names that it declares; those of its blocks are among them. */
export type Scope = { readonly names: Set<string>; readonly above: Scope | undefined }

/** A node of a script, with what it hangs below, the function that it is in, and where it stands. */
export type Placed = {
  readonly node: Node
  readonly parent: Node | undefined
  readonly key: string
  readonly scope: Scope
  readonly place: string
}

/** The scope that a name means at some place; undefined for what the script itself does not declare. */
export function declarationOf(name: string, scope: Scope | undefined): Scope | undefined {
  return scope === undefined || scope.names.has(name) ? scope : declarationOf(name, scope.above)
}

/** Every node of a script, parents first. */
export function placesIn(program: unknown, path: string, text: string): readonly Placed[] {
  const places: Placed[] = []
  const visit = (value: unknown, parent: Node | undefined, key: string, scope: Scope, declares: boolean): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, parent, key, scope, declares)
      return
    }
    if (!isNode(value)) return
    const code = text.slice(value.start, value.start + 60).replaceAll(/\s+/g, ' ')
    places.push({ node: value, parent, key, scope, place: `${path} at ${value.start}: ${code}` })
    if (declares && value.type === 'Identifier') scope.names.add(String(value['name']))
    if (value.type === 'FunctionDeclaration' && isNode(value['id'])) scope.names.add(String(value['id']['name']))
    const inner = isFunction(value) ? { names: new Set<string>(), above: scope } : scope
    for (const [name, child] of Object.entries(value))
      if (typeof child === 'object' && child !== null)
        visit(child, value, name, inner, isBinding(value, name) || (declares && goesOn(value, name)))
  }
  visit(program, undefined, '', { names: new Set(), above: undefined }, false)
  return places
}

const isFunction = ({ type }: Node) => /^(Function(Declaration|Expression)|ArrowFunctionExpression)$/.test(type)

function isBinding({ type }: Node, key: string): boolean {
  if (key === 'id') return type === 'VariableDeclarator'
  if (key === 'params') return true
  return key === 'param' && type === 'CatchClause'
}

/** Patterns declare what they are made of, and not the values that stand in for what is missing. */
function goesOn({ type }: Node, key: string): boolean {
  if (type === 'ObjectPattern') return key === 'properties'
  if (type === 'ArrayPattern') return key === 'elements'
  if (type === 'AssignmentPattern') return key === 'left'
  return (type === 'RestElement' && key === 'argument') || (type === 'Property' && key === 'value')
}
