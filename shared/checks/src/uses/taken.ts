import { constantOf } from './written-texts.ts'
import { declarationOf, type Placed } from './scopes.ts'
import { bare, nodesOf, wrappers, type Node } from './syntax.ts'

/**
 * Something that a script takes of what the browser gives to every script: `location.href` for
 * `window["loc" + "ation"].href`, for `const { location: { href } } = self` and for `(a || top).location.href`.
 */
export type TakenNames = {
  /** Names without those of the global object itself, which is `[]`; `*` for one that is made at run time. */
  readonly path: readonly string[]
  /** `looked`: compared, or asked for its type; `kept`: passed on, so that its use is unknown. */
  readonly use: 'called' | 'written' | 'looked' | 'kept'
  readonly given: readonly Node[]
  readonly placed: Placed
}

const windows = new Set(['window', 'self', 'globalThis', 'top', 'parent', 'frames', 'opener'])
/** Properties that lead from an element of the page to its window. */
const windowsOf = new Set(['defaultView', 'contentWindow'])
const documentsOf = new Set(['ownerDocument', 'contentDocument'])

/** Everything that a script or source takes of the browser's own. */
export function takenOf(places: readonly Placed[]): readonly TakenNames[] {
  return places.flatMap(takenAt)
}

function takenAt(placed: Placed): readonly TakenNames[] {
  const { node, scope } = placed
  if (isReference(placed)) {
    const name = String(node['name'])
    return declarationOf(name, scope) === undefined ? follow(placed, windows.has(name) ? [] : [name]) : []
  }
  if (node.type === 'MemberExpression') {
    const path = pathAbove(memberName(placed) ?? '')
    return path === undefined ? [] : follow(placed, path)
  }
  // `const { ownerDocument: page } = element`
  if (node.type === 'Property' && placed.parent?.node.type === 'ObjectPattern') {
    const path = pathAbove(keyName(placed) ?? '')
    return path === undefined ? [] : unpack(node['value'], path, placed)
  }
  return []
}

function pathAbove(name: string): readonly string[] | undefined {
  if (windowsOf.has(name)) return []
  return documentsOf.has(name) ? ['document'] : undefined
}

/** Whether an identifier is a value, and no key, label or declaration. */
function isReference({ node, parent, key }: Placed): boolean {
  if (node.type !== 'Identifier' || !parent) return false
  const { type } = parent.node
  if (type.startsWith('TS')) return wrappers.test(type) && key === 'expression'
  if (type === 'MemberExpression') return key === 'object' || parent.node['computed'] === true
  if (/^(Property|MethodDefinition|PropertyDefinition|AccessorProperty)$/.test(type))
    return key === 'value' || parent.node['computed'] === true
  if (/^(LabeledStatement|BreakStatement|ContinueStatement|MetaProperty|Import\w*Specifier)$/.test(type)) return false
  return !(type === 'ExportSpecifier' && key === 'exported')
}

/** The name of a member, also where it is put together; undefined where it is made at run time. */
export function memberName({ node, scope }: Placed): string | undefined {
  const property = bare(node['property'])
  if (node['computed'] === true) return constantOf(property, scope)
  return property?.type === 'Identifier' ? String(property['name']) : undefined
}

/** The same for the key of a property. */
export function keyName({ node, scope }: Placed): string | undefined {
  const key = bare(node['key'])
  if (node['computed'] === true || key?.type === 'Literal') return constantOf(key, scope)
  return key?.type === 'Identifier' ? String(key['name']) : undefined
}

/** Statements and operators that only look at a value. */
const looking = /^(BinaryExpression|IfStatement|SwitchCase|SwitchStatement)$/
const writing = /^(UpdateExpression|ArrayPattern|RestElement)$/

/** Follows the expression of a path to its use. */
function follow(placed: Placed, path: readonly string[]): readonly TakenNames[] {
  const { parent, key } = placed
  const end = (use: TakenNames['use'], given: unknown = []): readonly TakenNames[] => [
    { path, use, given: nodesOf(given), placed },
  ]
  if (!parent) return end('looked')
  const above = parent.node
  if (isSameValue(placed, above)) return follow(parent, path)
  if (looking.test(above.type)) return end('looked')
  if (writing.test(above.type)) return end('written')
  switch (above.type) {
    case 'SequenceExpression':
    case 'ConditionalExpression':
    case 'LogicalExpression':
      return end('looked')
    case 'MemberExpression':
      return key === 'object' ? follow(parent, stepTo(path, memberName(parent))) : end('looked')
    case 'CallExpression':
    case 'NewExpression':
      return key === 'callee' ? end('called', above['arguments']) : end('kept')
    case 'TaggedTemplateExpression':
      return end(key === 'tag' ? 'called' : 'kept')
    case 'UnaryExpression':
      return end(above['operator'] === 'delete' ? 'written' : 'looked')
    case 'VariableDeclarator':
      return key === 'init' ? unpack(above['id'], path, placed) : []
    case 'AssignmentExpression':
      if (key === 'left') return end('written')
      return [...unpack(above['left'], path, placed), ...(isStatement(parent) ? [] : follow(parent, path))]
    case 'AssignmentPattern':
      return key === 'left' ? end('written') : unpack(above['left'], path, placed)
    case 'ForInStatement':
    case 'ForOfStatement':
      return end(key === 'left' ? 'written' : 'kept')
    case 'Property':
      return end(key === 'value' && parent.parent?.node.type === 'ObjectPattern' ? 'written' : 'kept')
    default:
      return end('kept')
  }
}

/** Whether the expression above has the same value: `(x)`, `(a, x)`, `b ? x : y`, `a || x`. */
function isSameValue({ node, key }: Placed, above: Node): boolean {
  if (wrappers.test(above.type)) return true
  if (above.type === 'SequenceExpression') return nodesOf(above['expressions']).at(-1) === node
  if (above.type === 'ConditionalExpression') return key !== 'test'
  return above.type === 'LogicalExpression' && !(key === 'left' && above['operator'] === '&&')
}

const isStatement = ({ parent }: Placed) => parent?.node.type === 'ExpressionStatement'

function stepTo(path: readonly string[], name: string | undefined): readonly string[] {
  if (name === undefined) return [...path, '*']
  if (path.length === 0 && windows.has(name)) return []
  return pathAbove(name) ?? [...path, name]
}

/** The paths that a pattern takes: `{ location: { href } }`. Anything but a pattern keeps all of it. */
function unpack(pattern: unknown, path: readonly string[], placed: Placed): readonly TakenNames[] {
  const node = bare(pattern)
  if (node?.type === 'AssignmentPattern') return unpack(node['left'], path, placed)
  if (node?.type !== 'ObjectPattern') return [{ path, use: 'kept', given: [], placed }]
  return nodesOf(node['properties']).flatMap(property =>
    property.type === 'Property'
      ? unpack(property['value'], stepTo(path, keyName({ ...placed, node: property })), placed)
      : [{ path, use: 'kept' as const, given: [], placed }],
  )
}
